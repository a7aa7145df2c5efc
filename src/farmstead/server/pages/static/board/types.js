// Types of what several scripts work with. Nothing here runs.

/** @import { BoardsOut, Look, TableOut } from "../../messages" */

/**
 * All that the page knows.
 * @typedef {object} State
 * @property {string | null} me
 * @property {TableOut} table
 * @property {number | null} seat the seat whose side is shown; none: what everybody may see
 * @property {Look | null} look the last position
 * @property {Found | null} found its boards, and what may be done on them
 */

/** @typedef {Omit<BoardsOut, "choices"> & {choices: import("./selection.js").Choice[]}} Found what the page shows of a position */

export {};
