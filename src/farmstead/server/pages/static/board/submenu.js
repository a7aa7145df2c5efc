// What is still to be chosen once some parts are, as a picture in the tray: how it is turned, which way it runs.

import { fetched } from "./boards.js";
import { $ } from "../base/dom.js";
import { show } from "../base/svg.js";
import { kindOf } from "./selection.js";

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
    const { turning, unfolding, implied } = choosing.traits;
    const parts = choosing.parts().filter((part) => unfolding.includes(kindOf(part)));
    const chosen = parts.map(kindOf);
    parts.push(...(choosing.selected()?.parts ?? []).filter((part) => implied.includes(kindOf(part)) && !chosen.includes(kindOf(part))));
    const query = parts.map((part) => `&chosen=${encodeURIComponent(part)}`).join("");
    const only = turning.length && found.choices.every((each) => each.parts.every((part) => turning.includes(kindOf(part))));
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
