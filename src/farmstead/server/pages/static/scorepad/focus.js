// Where the keyboard is, found again after the page was drawn anew: on the same thing, or on what took its place.

const REACHED = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex='0']";

/**
 * Look where it is now.
 * @param {import("./sheet.js").Sheet} sheet
 * @returns {() => void} go there again
 */
export function standing(sheet) {
  const focus = document.activeElement;
  if (!focus || focus === document.body) return () => {};
  const [key, part] = [focus.getAttribute("data-key"), focus.getAttribute("data-part")];
  const around = [...parents(focus)];
  return () => {
    if (focus.isConnected && !focus.matches(":disabled")) return;
    const same = key ? document.querySelector(`[data-key="${CSS.escape(key)}"]`) : part ? (sheet.part(part) ?? sheet.part(sheet.at)) : null;
    reach(same) || around.some((each) => reach(each.querySelector(REACHED)));
  };
}

/** @param {Element} element @returns {Generator<Element>} from the nearest on, as far as the page itself */
function* parents(element) {
  for (let each = element.parentElement; each && each.id !== "main" && each !== document.body; each = each.parentElement) yield each;
}

/** @param {Element | null} element @returns {boolean} whether the keyboard is there now */
function reach(element) {
  if (!(element instanceof HTMLElement || element instanceof SVGElement) || !element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
