// The time that is left for a decision, counted down between two words from the server.

import { say } from "../base/words.js";

const SOON = 15_000; // milliseconds

export class Clocks {
  constructor() {
    /** @type {(number | null)[]} */
    this.left = [];
    this.since = 0;
    setInterval(() => this.tick(), 500);
  }

  /** @param {(number | null)[]} left milliseconds of each seat */
  set(left) {
    this.left = left;
    this.since = performance.now();
    this.tick();
  }

  tick() {
    for (const shown of document.querySelectorAll("[data-clock]")) {
      const given = this.left[Number(shown.getAttribute("data-clock"))] ?? null;
      const left = given === null ? null : Math.max(0, given - (performance.now() - this.since));
      const text = left === null ? "" : say("playing.clock_own", { time: time(left) });
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle("soon", left !== null && left < SOON);
    }
  }
}

/** @param {number} left milliseconds */
function time(left) {
  const seconds = Math.ceil(left / 1000);
  const days = Math.floor(seconds / 86_400);
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts.map((part) => String(part).padStart(2, "0"));
  const clock = hours === "00" && !days ? rest.join(":") : [hours, ...rest].join(":");
  return days ? `${say("playing.days", { count: days })} ${clock}` : clock;
}
