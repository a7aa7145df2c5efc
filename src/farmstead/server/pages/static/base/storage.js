// What this browser keeps. One that keeps nothing has nothing, and what is put there holds until the page is left.

/**
 * @param {string} key
 * @returns {string | null}
 */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * What was kept as JSON; nothing where it is damaged.
 * @param {string} key
 */
export function storedJson(key) {
  try {
    return JSON.parse(stored(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function store(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // it holds until the page is left
  }
}
