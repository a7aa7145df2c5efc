// Where this server is: a proxy may show it below a path, such as /games.

/**
 * An address of this server: of what stands behind its name, and behind that path.
 * @param {string} path from the slash on
 */
export function at(path) {
  return `${document.documentElement.dataset.root ?? ""}${path}`;
}
