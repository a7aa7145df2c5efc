// From the text of a picture to the picture: the only place where text becomes elements.

const FORBIDDEN = "script, foreignObject, style, a, iframe, image";

/**
 * A picture as the server drew it. Whatever could do something is left out, should it ever be there.
 * @param {string} svg
 * @returns {SVGSVGElement | null} nothing for what is no picture
 */
export function drawn(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return null;
  for (const each of parsed.querySelectorAll(FORBIDDEN)) each.remove();
  for (const each of [parsed, ...parsed.querySelectorAll("*")]) tame(each);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/** @param {Element} element */
function tame(element) {
  for (const { name, value } of [...element.attributes]) {
    const outside = name.endsWith("href") && !value.startsWith("#");
    if (name.startsWith("on") || name === "style" || outside) element.removeAttribute(name);
  }
}

/**
 * Put a picture in the place of whatever is there; nothing for an empty text.
 * @param {Element} frame
 * @param {string} svg
 */
export function show(frame, svg) {
  const picture = svg ? drawn(svg) : null;
  frame.replaceChildren(...(picture ? [picture] : []));
}
