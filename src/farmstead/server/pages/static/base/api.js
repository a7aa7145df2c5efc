// Asking the server, and what it says when it refuses.

import { send } from "./door.js";
import { say } from "./words.js";

/** @typedef {{key: string, rule: string, tried: string, sentence: string, instead: string[], args: object}} Problem */

/** Something was not done; the message is a sentence for people. */
export class Refusal extends Error {
  /**
   * @param {number} status 0 when the server was not reached
   * @param {string} key
   * @param {string} sentence
   */
  constructor(status, key, sentence) {
    super(sentence);
    this.status = status;
    this.key = key;
  }

  /** Whether the same may well be done a little later: not reached, too much asked, or trouble on the other side. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [request]
 */
async function answerTo(path, request) {
  const answer = await send(path, { cache: "no-store", ...request }).catch(() => {
    throw new Refusal(0, "", say("page.lost"));
  });
  return answer.ok ? answer : refuse(answer);
}

/**
 * The answer to a request, as JSON; throws a Refusal.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const accept = "application/json";
  /** @type {Record<string, string>} */
  const headers = body === undefined ? { accept } : { accept, "content-type": accept };
  return read(await answerTo(path, { method, headers, body: JSON.stringify(body) }));
}

/**
 * The same for what is no JSON.
 * @param {string} path
 */
export const text = async (path) => (await answerTo(path)).text();

/** @param {Response} answer */
async function read(answer) {
  return answer.json().catch(() => {
    throw new Refusal(answer.status, "", say("page.strange"));
  });
}

/**
 * @param {Response} answer
 * @returns {Promise<never>}
 */
async function refuse(answer) {
  const problem = await read(answer);
  throw new Refusal(answer.status, problem.key ?? "", problem.sentence ?? say("page.strange"));
}

/** @param {string} path */
export const get = (path) => ask("GET", path);

/**
 * @param {string} path
 * @param {object} [body]
 */
export const post = (path, body) => ask("POST", path, body);

/** Somebody without a name becomes a guest: one click is enough to play.
 * @param {string} typed
 */
export async function become(typed) {
  const { name } = await get("/api/me");
  if (name && [name, ""].includes(typed.trim())) return name;
  return (await ask("PUT", "/api/me", { name: typed.trim() || say("page.guest") })).name;
}
