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
})();
