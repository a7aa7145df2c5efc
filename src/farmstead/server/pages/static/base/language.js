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

  // A language that the address names goes along to other pages of this server. Links that are copied stay without it.
  const named = new URL(location.href).searchParams.get("lang");
  if (!named) return;
  /** @param {Event} event */
  const goAlong = (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.hasAttribute("download") || link.getAttribute("href")?.startsWith("#")) return;
    const there = new URL(link.href);
    if (!there.searchParams.has("lang")) there.searchParams.set("lang", named);
    link.href = there.href;
  };
  for (const kind of ["click", "auxclick"]) document.addEventListener(kind, goAlong, { capture: true });
})();
