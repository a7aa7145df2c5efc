// At a table whose game goes on from a move of another: where it comes from, and how it is called.

import { ask } from "../base/api.js";
import { $, button, drawAnew, el, fill, isShown, onSubmit } from "../base/dom.js";
import { say } from "../base/words.js";

/** @import { BranchedOut } from "../../messages" */

const LONGEST = 80; // letters of a name

/** @typedef {{attempt: (deed: () => Promise<void>) => Promise<void>, refresh: () => Promise<void>}} Tools */

/**
 * @param {import("../board/types.js").State} state
 * @param {Tools} tools
 */
export function showBranch({ table }, tools) {
  const { branch, code, owner } = table;
  if (isShown($("branched"), branch, owner)) return;
  if (!branch) return fill($("branched"));
  const back = `/replay/${branch.parent}#${branch.ply}`;
  const compare = `/compare?a=${encodeURIComponent(branch.parent)}&b=${encodeURIComponent(code)}`;
  const rename = owner && button(say("going_on.rename"), () => edit({ branch, code }, tools), { class: "quiet small" });
  fill(
    $("branched"),
    branch.title && el("h3", {}, branch.title),
    el("p", { class: "note" }, say("going_on.mark", { ply: branch.ply, luck: branch.luck }), " ", el("a", { href: back }, say("going_on.see_left")), " · ", el("a", { href: compare }, say("going_on.compare"))),
    rename,
  );
}

/**
 * @param {{branch: BranchedOut, code: string}} table
 * @param {Tools} tools
 */
function edit({ branch, code }, { attempt, refresh }) {
  const field = el("input", { value: branch.title, maxlength: LONGEST, "aria-label": say("going_on.new_name") });
  const form = el("form", { class: "row" }, field, el("button", { class: "quiet small" }, say("going_on.save")));
  onSubmit(form, () =>
    attempt(async () => {
      await ask("PATCH", `/api/studies/${branch.parent}/branches/${code}`, { title: field.value });
      drawAnew($("branched"));
      await refresh();
      $("branched").querySelector("button")?.focus();
    }),
  );
  fill($("branched"), form);
  field.focus();
}
