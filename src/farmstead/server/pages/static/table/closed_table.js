// A table at which nobody watches: whoever is invited can sit down all the same.

import { become } from "../base/api.js";
import { sitDown } from "../fair/contribution.js";
import { $, button, el, fill } from "../base/dom.js";
import { say } from "../base/words.js";

/**
 * @param {import("../board/types.js").State} state
 * @param {string} sentence why nothing can be seen
 * @param {{api: string, attempt: (deed: () => Promise<void>) => Promise<void>, refresh: () => Promise<void>}} tools
 */
export function closedDoor(state, sentence, { api, attempt, refresh }) {
  const invited = new URLSearchParams(location.hash.slice(1));
  const code = api.split("/").pop() ?? "";
  const [invitation, seat] = [invited.get("invitation"), Number(invited.get("seat"))];
  document.body.classList.add("closed-door");
  fill($("question"), invitation ? say("sitting.invited_unknown") : sentence);
  if (!invitation || !Number.isInteger(seat)) return;
  const name = el("input", { id: "door-name", maxlength: 40, value: state.me ?? "", placeholder: say("page.guest") });
  const sit = async () => {
    await become(name.value);
    await sitDown(code, seat, invitation);
    history.replaceState(null, "", location.pathname);
    fill($("deeds"));
    await refresh();
  };
  const press = button(say("sitting.sit_named", { number: seat + 1 }), () => attempt(sit));
  fill($("deeds"), el("div", { class: "stack" }, el("label", { for: "door-name" }, say("sitting.your_name")), name, press));
}
