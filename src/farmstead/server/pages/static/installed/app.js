// The app that is kept on a device: its service worker, and word of what is new after an update.
// Whoever is here for the first time has neither: nothing is fetched that they may never need.
(() => {
  const KEY = "farmstead.news";
  const page = document.documentElement.dataset;

  /** @returns {string | null} the news that were there when somebody last was here */
  function known() {
    try {
      const found = localStorage.getItem(KEY);
      localStorage.setItem(KEY, page.news ?? "");
      return found;
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  const before = known();
  if (before === null) return;
  const card = document.getElementById("updated");
  if (card && before !== page.news && !document.getElementById("tray")) {
    card.hidden = false;
    card.querySelector("button")?.addEventListener("click", () => card.remove());
  }
  if (!("serviceWorker" in navigator)) return;
  const scope = `${page.root ?? ""}/`;
  const address = `${scope}service-worker.js?edition=${page.edition}&lang=${page.language}`;
  addEventListener("load", () => navigator.serviceWorker.register(address, { scope }).catch(() => {}));
})();
