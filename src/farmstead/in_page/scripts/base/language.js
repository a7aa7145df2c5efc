// The language of pages that are played without a server: another is the same page in another folder.
(() => {
  const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("language"));
  select?.addEventListener("change", () => {
    try {
      localStorage.setItem("farmstead.language", select.value);
    } catch {
      // the address says it
    }
    const there = new URL(location.href);
    const parts = there.pathname.split("/");
    parts[parts.length - 2] = select.value;
    there.pathname = parts.join("/");
    location.assign(there);
  });
})();
