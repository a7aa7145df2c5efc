// A game goes on while somebody looks back at it: the table says when, and the replay is asked for again.

import { Refusal } from "./api.js";
import { Stream } from "./stream.js";

const PAUSE = 600; // milliseconds between two times, however much happens: bots are quick

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
   * @param {import("./replay_state.js").Study} study
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
    while (this.behind) {
      this.behind = false;
      try {
        await this.look();
      } catch (error) {
        this.behind = error instanceof Refusal && error.status === 0; // the server was not reached: once more
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    this.looking = false;
  }
}
