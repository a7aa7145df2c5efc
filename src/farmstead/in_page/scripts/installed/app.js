// What keeps the pages on the device, so that they need no connection: a service worker above all of them.
(() => {
  if (!("serviceWorker" in navigator)) return;
  const address = new URL("../service-worker.js", location.href);
  addEventListener("load", () => navigator.serviceWorker.register(address).catch(() => {}));
  navigator.storage?.persist?.().catch(() => {}); // so that games are not cleared away when room is short
})();
