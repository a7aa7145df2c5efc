// The worker that runs the Python: it fetches the runtime, packed, and answers what pages ask (`farmstead.in_page`).

import { Storage } from "./storage.js";

/**
 * A Python object that is called from here; `any`: the runtime has types of its own.
 * @typedef {any} Called
 */

const HERE = new URL("./", self.location.href);
const CODE = "/farmstead"; // where the package lies in the runtime's own file system
const KINDS = /** @type {{[end: string]: string}} */ ({ wasm: "application/wasm" });
const channel = new BroadcastChannel("farmstead");
const storage = new Storage((code) => code && channel.postMessage(code));
const ask = self.fetch.bind(self);

let here = 0; // bytes of what is packed
let all = 0;
/** @type {Map<number, Called>} what ends each stream */
const streams = new Map();

/** @param {number} bytes */
function came(bytes) {
  here += bytes;
  self.postMessage({ progress: [here, all] });
}

/**
 * A file, unpacked while it comes.
 * @param {string} name
 */
async function unpacked(name) {
  const answer = await ask(new URL(`${name}.packed`, HERE));
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const counted = new TransformStream({
    transform(chunk, to) {
      came(chunk.byteLength);
      to.enqueue(chunk);
    },
  });
  const body = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "content-type": KINDS[name.split(".").pop() ?? ""] ?? "application/octet-stream" } });
}

/**
 * What a script that came packed exports first of all.
 * @param {Promise<Response>} coming
 */
async function unpackedModule(coming) {
  const script = new Blob([await (await coming).text()], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  const found = await import(address);
  URL.revokeObjectURL(address);
  return found.default;
}

/** @param {string} language */
async function started(language) {
  /** @type {{sizes: {[name: string]: number}, lock: string}} */
  const files = await (await ask(new URL("files.json", HERE))).json();
  all = Object.values(files.sizes).reduce((sum, size) => sum + size, 0);
  came(0);
  const coming = new Map(Object.keys(files.sizes).map((name) => [name, unpacked(name)])); // all at once
  for (const each of coming.values()) each.catch(() => {});
  self.fetch = (what, how) => {
    const name = String(what instanceof Request ? what.url : what).split("/").pop() ?? "";
    return coming.get(name) ?? ask(what, how);
  };
  const { loadPyodide } = await import(new URL("pyodide.mjs", HERE).href);
  const createPyodideModule = await unpackedModule(/** @type {Promise<Response>} */ (coming.get("pyodide.asm.mjs")));
  const python = await loadPyodide({ indexURL: HERE.href, lockFileContents: files.lock, createPyodideModule });
  const code = await /** @type {Promise<Response>} */ (coming.get("farmstead.zip"));
  python.unpackArchive(await code.arrayBuffer(), "zip", { extractDir: CODE });
  python.runPython(`import sys; sys.path.insert(0, "${CODE}")`);
  return python.pyimport("farmstead.in_page.start").device_of(storage, language);
}

/**
 * A fault of the program: whoever asked is told that there was one.
 * @param {Error} error
 */
function fault(error) {
  console.error(error.message);
  return JSON.stringify({ status: 500, kind: "application/json", body: "{}" });
}

/** @type {Promise<Called> | null} */
let device = null;

self.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.language) {
    device = started(data.language);
    device.catch((error) => self.postMessage({ broken: String(error).slice(0, 300) }));
    return;
  }
  const python = await device;
  if (!python) return;
  if (data.hush) {
    streams.get(data.hush)?.();
    streams.delete(data.hush);
  } else if (data.listen) {
    const tell = (/** @type {string} */ event, /** @type {string} */ told) => self.postMessage({ id: data.id, event, data: told });
    tell("open", "");
    streams.set(data.id, await python.listen(data.listen, tell));
  } else {
    const answer = await python.answer(data.method, data.path, data.body).catch(fault);
    self.postMessage({ id: data.id, ...JSON.parse(answer) });
  }
};

channel.onmessage = async (/** @type {MessageEvent} */ { data }) => (await device)?.heard_elsewhere(data);
