// Something to choose that lies below the foot of the window: a button says so, and goes there.

import { $ } from "../base/dom.js";

let due = 0;

/** Keep watching. */
export function below() {
  $("below").addEventListener("click", () => hidden()[0]?.scrollIntoView({ block: "center" }));
  for (const kind of ["scroll", "resize"]) addEventListener(kind, lookBelow, { passive: true });
  new ResizeObserver(lookBelow).observe($("play"));
}

/** Once in a frame: where things are takes time to find out. */
export function lookBelow() {
  due ||= requestAnimationFrame(() => {
    due = 0;
    $("below").hidden = $("play").classList.contains("narrowed") || !hidden().length;
  });
}

/** Whatever can be chosen, is not in sight and does not lie in the tray as well. */
function hidden() {
  const foot = $("tray").getBoundingClientRect().top;
  const open = [...document.querySelectorAll(".area .part.available")].filter((each) => each.getClientRects().length);
  return open.filter((each) => each.getBoundingClientRect().top > foot - 12 && !inTray(each));
}

/** @param {Element} part */
const inTray = (part) => document.querySelector(`#tray-pictures [data-part="${CSS.escape(part.getAttribute("data-part") ?? "")}"]`);
