// Pictures: their elements, and from the text of a picture to the picture. Nowhere else does text become elements.

const SVG = "http://www.w3.org/2000/svg";
const FORBIDDEN = "script, foreignObject, style, a, iframe, image";
const WILD = "descendant-or-self::*/@*[starts-with(name(), 'on') or name() = 'style' or (local-name() = 'href' and not(starts-with(., '#')))]";

/**
 * An element of a picture.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {{[name: string]: string | number}} attributes
 * @param {...Node} children
 */
export function shape(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * A picture as the server drew it. Whatever could do something is left out, should it ever be there.
 * @param {string} svg
 * @returns {SVGSVGElement | null} nothing for what is no picture
 */
export function drawn(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return null;
  for (const each of parsed.querySelectorAll(FORBIDDEN)) each.remove();
  tame(parsed);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/**
 * The attributes are found by the browser itself: a picture has thousands, and hardly ever one of these.
 * @param {Element} picture
 */
function tame(picture) {
  const found = picture.ownerDocument.evaluate(WILD, picture, null, XPathResult.UNORDERED_NODE_SNAPSHOT_TYPE);
  for (let n = 0; n < found.snapshotLength; n += 1) {
    const attribute = /** @type {Attr} */ (found.snapshotItem(n));
    attribute.ownerElement?.removeAttributeNode(attribute);
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
