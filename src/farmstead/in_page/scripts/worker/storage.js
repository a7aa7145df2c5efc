// What the worker keeps: tables and their journals, in the browser's own database. All that goes in and out are texts.
// An answer to what is to be written: `done`, `taken` (another tab was quicker), `full` or `away`.

const NAME = "farmstead";
const VERSION = 1;

/** @typedef {{code: string, last: number, document: string}} Row */

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const found = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Rejected where a browser lets no page keep anything, however it says so.
 * @returns {Promise<IDBDatabase>}
 */
async function opened() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("tables", { keyPath: "code" });
    request.result.createObjectStore("journal", { keyPath: ["code", "number"] });
  };
  return found(request);
}

export class Storage {
  /** @param {(code: string) => void} written tells other tabs */
  constructor(written) {
    this.written = written;
    this.database = opened();
    this.database.catch(() => {}); // whoever wants to write is told
  }

  /** @param {"readonly" | "readwrite"} how */
  async transaction(how) {
    const database = await this.database;
    return database.transaction(["tables", "journal"], how, { durability: "strict" });
  }

  /**
   * Write, and answer when it lies on the device.
   * @param {string} code
   * @param {(tables: IDBObjectStore, journal: IDBObjectStore) => Promise<string>} deed
   */
  async write(code, deed) {
    try {
      const transaction = await this.transaction("readwrite");
      /** @type {Promise<void>} */
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
      });
      done.catch(() => {});
      const answer = await deed(transaction.objectStore("tables"), transaction.objectStore("journal"));
      await done;
      if (answer === "done") this.written(code);
      return answer;
    } catch (error) {
      return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "away";
    }
  }

  async tables() {
    const database = await this.database.catch(() => null);
    if (!database) return "[]";
    /** @type {Row[]} */
    const rows = await found(database.transaction("tables").objectStore("tables").getAll());
    return JSON.stringify(rows.map((row) => [row.last, row.document]));
  }

  /** @param {string} code */
  async table(code) {
    const database = await this.database.catch(() => null);
    if (!database) return "";
    /** @type {Row | undefined} */
    const row = await found(database.transaction("tables").objectStore("tables").get(code));
    return row?.document ?? "";
  }

  /**
   * @param {string} code
   * @param {number} after
   */
  async entries(code, after) {
    const database = await this.database.catch(() => null);
    if (!database) return "[]";
    const range = IDBKeyRange.bound([code, after + 1], [code, Infinity]);
    const rows = await found(database.transaction("journal").objectStore("journal").getAll(range));
    return JSON.stringify(rows.map((row) => row.entry));
  }

  /**
   * @param {string} code
   * @param {string} document
   * @param {string} entries
   */
  make(code, document, entries) {
    return this.write(code, async (tables, journal) => {
      /** @type {string[]} */
      const all = JSON.parse(entries);
      await found(tables.add({ code, last: all.length, document }));
      for (const [n, entry] of all.entries()) await found(journal.add({ code, number: n + 1, entry }));
      return "done";
    });
  }

  /**
   * @param {string} code
   * @param {number} number
   * @param {string} entries
   */
  append(code, number, entries) {
    return this.write(code, async (tables, journal) => {
      /** @type {Row | undefined} */
      const row = await found(tables.get(code));
      if (!row || row.last !== number - 1) return "taken";
      /** @type {string[]} */
      const all = JSON.parse(entries);
      for (const [n, entry] of all.entries()) await found(journal.add({ code, number: number + n, entry }));
      await found(tables.put({ ...row, last: number + all.length - 1 }));
      return "done";
    });
  }

  /**
   * @param {string} code
   * @param {string} document
   */
  note(code, document) {
    return this.write("", async (tables) => {
      /** @type {Row | undefined} */
      const row = await found(tables.get(code));
      if (row) await found(tables.put({ ...row, document }));
      return "done";
    });
  }

  /** @param {string} code */
  remove(code) {
    return this.write(code, async (tables, journal) => {
      await found(tables.delete(code));
      await found(journal.delete(IDBKeyRange.bound([code, 0], [code, Infinity])));
      return "done";
    });
  }
}
