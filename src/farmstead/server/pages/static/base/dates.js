// Dates and times as people write them where they are; the page has them in a form that everybody can read.

const LANGUAGE = navigator.languages.find((each) => each.split("-")[0] === document.documentElement.lang) ?? document.documentElement.lang;

/**
 * @param {string} name of a class
 * @param {Intl.DateTimeFormatOptions} how
 */
function write(name, how) {
  const format = new Intl.DateTimeFormat(LANGUAGE, how);
  for (const each of document.querySelectorAll(`time.${name}`)) each.textContent = format.format(new Date(/** @type {HTMLTimeElement} */ (each).dateTime));
}

write("day", { dateStyle: "long", timeZone: "UTC" }); // the day of a game is the same for everybody
write("date", { dateStyle: "medium" });
write("moment", { dateStyle: "long", timeStyle: "short" });
