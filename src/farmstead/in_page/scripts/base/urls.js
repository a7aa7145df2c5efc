// Where the pages lie that are played without a server: beside each other, in a folder for each language.
// It stands in the place of `base/urls.js`.

const FILES = /** @type {{[path: string]: string}} */ ({ "/": "index.html", "/new": "new.html", "/rules": "rules.html" });

/**
 * The address of a page by its path on a server; of what the worker makes, a sign for it.
 * @param {string} path from the slash on
 */
export function at(path) {
  const { pathname, search, hash } = new URL(path, "https://server.example");
  const [, first, second, third] = pathname.split("/");
  if (first === "static") return `../static/${pathname.split("/").slice(2).join("/")}`;
  if (first === "t" && second && !third) return `table.html?code=${second}`;
  if (first === "rules" && second) return `rules-${second}.html${hash}`;
  if (first === "api" || first === "t") return `#get=${encodeURIComponent(path)}`;
  return FILES[pathname] ? `${FILES[pathname]}${search}${hash}` : `elsewhere.html?wanted=${encodeURIComponent(pathname)}`;
}

/** The same: the folder says the language. */
export const spoken = at;
