// A game that begins with a click.

import { become, post } from "./api.js";
import { notice, tried } from "./notice.js";
import { spoken } from "./urls.js";

/** @import { TableOut } from "../../messages" */

/**
 * Have a table made, once, and go there.
 * @param {HTMLButtonElement} press
 * @param {string} path
 * @param {(table: TableOut) => void} [made]
 */
export async function beginTable(press, path, made) {
  press.disabled = true;
  const deed = async () => {
    await become("");
    /** @type {TableOut} */
    const table = await post(path);
    made?.(table);
    location.assign(spoken(`/t/${table.code}`));
  };
  await tried(deed, (sentence) => {
    notice(sentence);
    press.disabled = false;
  });
}
