// The puzzles of today and of former days.

import "../base/dates.js";

addEventListener("pageshow", (event) => event.persisted && location.reload()); // what was answered meanwhile
