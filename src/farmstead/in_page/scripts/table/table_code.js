// Which table this is: the page is the same for all of them, and the address says the code.
(() => {
  const code = new URLSearchParams(location.search).get("code") ?? "";
  const block = document.getElementById("data");
  if (block) block.textContent = JSON.stringify({ ...JSON.parse(block.textContent || "{}"), code });
})();
