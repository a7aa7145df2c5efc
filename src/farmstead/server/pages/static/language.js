// The language of all pages, as chosen on this device. The cookie says nothing but that.
(() => {
  const YEAR = 365 * 86_400;
  const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("language"));
  select?.addEventListener("change", () => {
    document.cookie = `language=${select.value}; path=${document.documentElement.dataset.root}/; max-age=${YEAR}; samesite=lax`;
    const here = new URL(location.href);
    here.searchParams.delete("lang"); // what was chosen last counts
    if (here.href === location.href) location.reload();
    else location.replace(here);
  });
  // A language that an address names is kept from page to page.
  const named = new URLSearchParams(location.search).get("lang");
  const keep = (/** @type {Event} */ event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[href]"));
    if (!link || link.origin !== location.origin || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return;
    const there = new URL(link.href);
    there.searchParams.set("lang", named ?? "");
    link.href = there.href;
  };
  if (named) for (const kind of ["click", "auxclick"]) document.addEventListener(kind, keep, { capture: true });
})();
