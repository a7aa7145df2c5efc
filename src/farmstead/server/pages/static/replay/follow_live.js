// A game goes on while somebody looks back at it: the table says when, and the replay is asked for again.

import { Refusal } from "../base/api.js";
import { Stream } from "../table/event_stream.js";

/** @import { StudyOut } from "../../messages" */

const PAUSE = 600; // milliseconds between two times, however much happens: bots are quick
const LONGEST_PAUSE = 30_000; // for a server that is not reached, or that has too much to do

export class Following {
  /**
   * @param {string} name of the table
   * @param {() => Promise<void>} look to see what there is now
   * @param {(is: boolean) => void} connected
   */
  constructor(name, look, connected) {
    this.look = look;
    this.looking = false;
    this.behind = false; // something has happened since it was last looked
    const heard = () => this.heard();
    this.stream = new Stream(`/api/tables/${name}`, { news: heard, position: heard, table: heard, chat: () => {}, end: heard, connected });
  }

  /**
   * As long as it is being played, from the side that is shown.
   * @param {StudyOut} study
   */
  follow(study) {
    if (!study.running) this.stream.close();
    else if (!this.stream.isOpen() || this.stream.seat !== study.seat) this.stream.open(study.seat);
  }

  /** Once at a time; whatever happens meanwhile is seen the next time. */
  async heard() {
    this.behind = true;
    if (this.looking) return;
    this.looking = true;
    let pause = PAUSE;
    while (this.behind) {
      this.behind = false;
      try {
        await this.look();
        pause = PAUSE;
      } catch (error) {
        const again = error instanceof Refusal && error.passing; // once more, or the end would never be shown
        this.behind ||= again;
        pause = again ? Math.min(2 * pause, LONGEST_PAUSE) : PAUSE;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.looking = false;
  }
}
