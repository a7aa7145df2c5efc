// Components of one's own: a file that is chosen or dropped, packed into a link, and its pictures on the page.

import { inBase64 } from "../base/base64.js";
import { $, button, el, fill } from "../base/dom.js";
import { drawn } from "../base/svg.js";
import { say } from "../base/words.js";

/**
 * @typedef {{text: string, packed: string, digest: string, label: string}} Edition
 * the file, the same for a link, and what the server calls it (nothing before it was asked)
 */

export const MOST = 200_000; // letters of a file
const PLAIN = "~"; // in front of what is not packed, where a browser cannot

/** @param {string} text @returns {boolean} whether it looks like an edition file and not like sheets */
export const isEdition = (text) => /^\uFEFF?\s*(#|[\w"-]+\s*=|\[\[?\s*[A-Za-z])/.test(text);

// ---- in a link ----

/** @param {Uint8Array} bytes */
export const letters = (bytes) => inBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} text */
export const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/**
 * @param {string} text of an edition file
 * @returns {Promise<Edition>}
 */
export const edition = async (text) => ({ text, packed: await pack(text), digest: "", label: "" });

/** @param {string} text */
async function pack(text) {
  const plain = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return PLAIN + letters(plain);
  const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream("gzip"));
  return letters(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/**
 * @param {string} packed
 * @returns {Promise<Edition>} throws for what is damaged, or unpacks to more than any edition has
 */
export async function unpacked(packed) {
  const plain = packed.startsWith(PLAIN) ? bytes(packed.slice(1)) : await inflated(bytes(packed));
  return { text: new TextDecoder("utf-8", { fatal: true }).decode(plain), packed, digest: "", label: "" };
}

/** @param {Uint8Array<ArrayBuffer>} packed */
async function inflated(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > 4 * MOST) throw new Error("this is no edition");
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// ---- on the page ----

/** The pictures of tools belong to the components: ours are there from the beginning. */
export class Symbols {
  constructor() {
    this.ours = [...$("symbols").childNodes];
    this.of = ""; // the digest of the components they show
  }

  /** @param {string} digest nothing: ours  @param {string} svg as the server drew it */
  show(digest, svg) {
    if (digest === this.of) return;
    const picture = digest ? drawn(svg) : null;
    $("symbols").replaceChildren(...(picture ? [picture] : this.ours));
    this.of = digest;
  }
}

/**
 * Which components are counted with.
 * @param {Edition | null} own
 * @param {() => void} leave back to ours
 */
export function tellEdition(own, leave) {
  $("ours").hidden = own !== null;
  const back = own && button(say("score.edition_packaged"), leave, { class: "quiet small", "data-key": "packaged" });
  fill($("own-edition"), own && el("span", {}, say("score.edition_own"), " ", el("code", {}, own.label)), back);
}

/**
 * @param {string[]} problems
 * @returns {HTMLElement}
 */
export function wrong(problems) {
  const list = problems.map((each) => el("li", { lang: "en" }, each));
  return el("div", { class: "notice" }, el("p", {}, say("score.edition_wrong", { count: list.length })), el("ul", {}, ...list));
}

/** @param {(file: File | undefined) => void} use what to do with a file that is dropped anywhere */
export function listen(use) {
  for (const kind of ["dragenter", "dragover"]) addEventListener(kind, (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    use(event.dataTransfer?.files[0]);
  });
}

/** @param {File} file @returns {Promise<string>} no more than is looked at; throws for what cannot be read */
export const textOf = async (file) => (await file.slice(0, 4 * MOST + 1).text()).slice(0, MOST + 1);
