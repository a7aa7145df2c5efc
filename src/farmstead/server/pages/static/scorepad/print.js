// Choosing what is printed: each choice is an address of its own.

import { $, onSubmit } from "../base/dom.js";

const choices = /** @type {HTMLFormElement} */ ($("choices"));

onSubmit(choices, () => {
  const chosen = /** @type {Iterable<[string, string]>} */ (new FormData(choices));
  const wanted = new URLSearchParams([...chosen]);
  const language = new URLSearchParams(location.search).get("lang");
  if (language) wanted.set("lang", language); // which the address of this page names
  location.assign(`${location.pathname}?${wanted}`);
});
$("go").addEventListener("click", () => print());
