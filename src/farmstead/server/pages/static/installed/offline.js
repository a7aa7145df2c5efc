// The page that is shown while the server cannot be reached: it goes on by itself when it can.

const AGAIN = 10_000; // milliseconds between two looks, should nobody say that the connection is back

const wanted = document.getElementById("wanted");
if (wanted) wanted.textContent = `${location.pathname}${location.search}`;
const goOn = () => location.reload();
addEventListener("online", goOn);
document.getElementById("again")?.addEventListener("click", goOn);
setInterval(async () => {
  try {
    if ((await fetch(`${document.documentElement.dataset.root}/healthz`, { cache: "no-store" })).ok) goOn();
  } catch {
    // not yet
  }
}, AGAIN);
