// Light or dark, as chosen on this device, and whether there are tables. Not a module: it has to run before anything is shown.
(() => {
  const KEY = "farmstead.theme";
  const root = document.documentElement;

  /** @returns {string} */
  function chosen() {
    try {
      return localStorage.getItem(KEY) ?? "system";
    } catch {
      return "system"; // a browser that keeps nothing
    }
  }

  /** @param {string} theme */
  function use(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  use(chosen());
  try {
    root.classList.toggle("had-tables", localStorage.getItem("farmstead.tables") === "yes"); // so that the home page does not jump
  } catch {
    // it may jump
  }
  document.addEventListener("DOMContentLoaded", () => {
    const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("theme"));
    if (!select) return;
    select.value = chosen();
    select.hidden = false;
    select.addEventListener("change", () => {
      use(select.value);
      try {
        localStorage.setItem(KEY, select.value);
      } catch {
        // it holds until the page is left
      }
    });
  });
})();
