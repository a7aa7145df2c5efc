// Where this server is: a proxy may show it below a path, such as /games.

/**
 * An address of this server: of what stands behind its name, and behind that path.
 * @param {string} path from the slash on
 */
export const at = (path) => `${document.documentElement.dataset.root ?? ""}${path}`;

/**
 * The same for what is asked or gone to: in the language that the address of this page names, if it names one.
 * @param {string} path from the slash on
 */
export function spoken(path) {
  const language = new URLSearchParams(location.search).get("lang");
  if (!language) return at(path);
  const there = new URL(at(path), location.origin);
  there.searchParams.set("lang", language);
  return `${there.pathname}${there.search}${there.hash}`;
}
