// The page's own modules about fair chance as one device, without a browser: told what to do on standard input.

import { readFileSync, writeFileSync } from "node:fs";

const { static: folder, url, store, deeds } = JSON.parse(readFileSync(0, "utf8"));
const kept = JSON.parse(readFileSync(store, "utf8")); // what the browser would keep: its storage and its cookie

globalThis.document = { documentElement: { dataset: {} }, getElementById: () => null };
globalThis.location = { search: "", origin: url };
globalThis.localStorage = {
  getItem: (name) => kept.storage[name] ?? null,
  setItem: (name, value) => (kept.storage[name] = value),
};
const network = globalThis.fetch;
globalThis.fetch = async (path, request = {}) => {
  const headers = { ...request.headers, ...(kept.cookie ? { cookie: kept.cookie } : {}) };
  const answer = await network(new URL(path, url), { method: request.method, body: request.body, headers });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("farmstead="));
  if (cookie) kept.cookie = cookie.split(";")[0];
  return answer;
};

const { become, get, text } = await import(`${folder}/base/api.js`);
const { contribute, goOn, isForeign, makeTable, openings, stopReason } = await import(`${folder}/fair/contribution.js`);
const { check } = await import(`${folder}/fair/verify.js`);

const DEEDS = {
  become: ({ name }) => become(name),
  make: async ({ wish }) => (await makeTable(wish)).table.code,
  /** As the page of a table does it whenever something has changed; why it has stopped, if it has. */
  contribute: async ({ code, on }) => {
    if (on) goOn(code);
    let table = await get(`/api/tables/${code}`);
    for (let n = 0; n < 9; n++) {
      const done = await contribute(table, table.fair).catch((error) => error.key === "pledges_changed");
      table = await get(`/api/tables/${code}`);
      if (!done) break;
    }
    return stopReason(table, table.fair) || (isForeign(table, table.fair) ? "foreign" : "");
  },
  openings: ({ code }) => openings(code),
  check: async ({ code, forget }) => {
    const api = `/api/tables/${code}`;
    return check(await get(`${api}/fair`), forget ? [] : openings(code), await text(`${api}/record`));
  },
};

const results = [];
for (const deed of deeds) results.push((await DEEDS[deed.do](deed)) ?? null);
writeFileSync(store, JSON.stringify(kept));
console.log(JSON.stringify(results));
