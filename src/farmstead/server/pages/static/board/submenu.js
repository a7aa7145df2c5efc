// What is still to be chosen once some parts are, as a picture in the tray: a tile's turns, a track's ways.

import { fetched } from "./boards.js";
import { $ } from "../base/dom.js";
import { show } from "../base/svg.js";

const LEADING = /^(die|hex|tile):/; // kinds of parts that something may unfold from

export class Unfolding {
  /** @param {() => void} changed another picture is shown */
  constructor(changed) {
    this.changed = changed;
    this.address = "";
  }

  /**
   * @param {import("./types.js").Found} found
   * @param {import("./selection.js").Choosing} choosing
   * @param {string} address where such pictures are to be had
   */
  follow(found, choosing, address) {
    const parts = choosing.parts().filter((part) => LEADING.test(part));
    const selected = choosing.selected();
    if (selected && !parts.some((part) => part.startsWith("die:"))) parts.push(...selected.parts.filter((part) => part.startsWith("die:")));
    const query = parts.map((part) => `&chosen=${encodeURIComponent(part)}`).join("");
    const only = found.choices.every((each) => each.parts.every((part) => part.startsWith("track:")));
    this.open(parts.length || only ? address + query : "");
  }

  /** @param {string} address nothing: close it */
  async open(address) {
    if (address === this.address) return;
    this.address = address;
    const svg = address ? await fetched(address) : "";
    if (this.address !== address) return;
    show($("unfolded"), svg);
    this.changed();
  }
}
