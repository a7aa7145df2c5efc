// A QR code of an address (ISO/IEC 18004): bytes, error correction M, versions 1 to 10.

import { shape } from "../base/svg.js";

/** For each version: correction codewords of a block, blocks, all codewords, and where the small squares are. */
const VERSIONS = /** @type {[number, number, number, number[]][]} */ ([
  [10, 1, 26, []], [16, 1, 44, [6, 18]], [26, 1, 70, [6, 22]], [18, 2, 100, [6, 26]], [24, 2, 134, [6, 30]],
  [16, 4, 172, [6, 34]], [18, 4, 196, [6, 22, 38]], [22, 4, 242, [6, 24, 42]], [22, 5, 292, [6, 26, 46]], [26, 5, 346, [6, 28, 50]],
]);
const MASKS = /** @type {((x: number, y: number) => boolean)[]} */ ([
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]);
const QUIET = 4; // modules of margin

// ---- the field in which the correction is reckoned ------------------------------------------------------------

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let n = 0, x = 1; n < 255; n += 1) {
  EXP[n] = EXP[n + 255] = x;
  LOG[x] = n;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (/** @type {number} */ a, /** @type {number} */ b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/**
 * The correction codewords of a block.
 * @param {number[]} data
 * @param {number} count
 */
function correction(data, count) {
  let generator = [1];
  for (let n = 0; n < count; n += 1) {
    const next = [...generator, 0];
    generator.forEach((each, at) => (next[at + 1] ^= times(each, EXP[n])));
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let n = 0; n < data.length; n += 1) {
    const factor = rest[n];
    if (factor) generator.forEach((each, at) => (rest[n + at] ^= times(each, factor)));
  }
  return rest.slice(data.length);
}

// ---- codewords ----------------------------------------------------------------------------------------------

/**
 * The version that is large enough, and all its codewords in their order.
 * @param {Uint8Array} bytes
 * @returns {{version: number, words: number[]} | null} nothing where it is too long
 */
function codewords(bytes) {
  const found = VERSIONS.findIndex(([ec, blocks, all], n) => bytes.length + (n + 1 < 10 ? 2 : 3) <= all - ec * blocks);
  if (found < 0) return null;
  const version = found + 1;
  const [ec, blocks, all] = VERSIONS[found];
  const room = all - ec * blocks;
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let n = length - 1; n >= 0; n -= 1) bits.push((value >> n) & 1);
  };
  put(4, 4); // bytes
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, n) => parseInt(bits.slice(n * 8, n * 8 + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(room / blocks);
  const long = room % blocks; // blocks, the last ones, that have one more
  const parts = [];
  for (let n = 0, at = 0; n < blocks; n += 1) {
    const length = short + (n >= blocks - long ? 1 : 0);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const checks = parts.map((each) => correction(each, ec));
  const woven = (/** @type {number[][]} */ lists) => Array.from({ length: Math.max(...lists.map((each) => each.length)) }, (_, n) => lists.flatMap((each) => each.slice(n, n + 1))).flat();
  return { version, words: [...woven(parts), ...woven(checks)] };
}

// ---- the square ----------------------------------------------------------------------------------------------

/**
 * The modules of a text by row: whether each is dark; nothing where it is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrModules(text) {
  const coded = codewords(new TextEncoder().encode(text));
  if (!coded) return null;
  const { version, words } = coded;
  const size = 17 + 4 * version;
  const made = MASKS.map((mask, n) => square(version, size, words, mask, n));
  return made.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/**
 * @param {number} version
 * @param {number} size
 * @param {number[]} words
 * @param {(x: number, y: number) => boolean} mask
 * @param {number} number of the mask
 */
function square(version, size, words, mask, number) {
  const dark = Array.from({ length: size }, () => new Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ is) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = is;
    fixed[y][x] = true;
  };
  for (let n = 0; n < size; n += 1) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  for (const [left, top] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let y = -4; y <= 4; y += 1) for (let x = -4; x <= 4; x += 1) set(left + x, top + y, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))));
  }
  const places = VERSIONS[version - 1][3];
  for (const cy of places) {
    for (const cx of places) {
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)) continue;
      for (let y = -2; y <= 2; y += 1) for (let x = -2; x <= 2; x += 1) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  }
  const format = (checked(number, 10, 0x537) ^ 0x5412); // correction M is written as 0
  const bit = (/** @type {number} */ value, /** @type {number} */ n) => ((value >> n) & 1) === 1;
  for (let n = 0; n < 15; n += 1) {
    const is = bit(format, n);
    if (n < 6) set(8, n, is);
    else if (n < 8) set(8, n + 1, is);
    else if (n === 8) set(7, 8, is);
    else set(14 - n, 8, is);
    if (n < 8) set(size - 1 - n, 8, is);
    else set(8, size - 15 + n, is);
  }
  set(8, size - 8, true);
  const told = checked(version, 12, 0x1f25);
  for (let n = 0; version >= 7 && n < 18; n += 1) {
    const [a, b] = [size - 11 + (n % 3), Math.floor(n / 3)];
    set(a, b, bit(told, n));
    set(b, a, bit(told, n));
  }
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the dotted line is passed over
    for (let n = 0; n < size; n += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        const is = at < words.length * 8 && bit(words[at >> 3], 7 - (at & 7));
        at += 1;
        dark[y][x] = is !== mask(x, y);
      }
    }
  }
  return dark;
}

/**
 * A number with the bits behind it by which faults in it are found.
 * @param {number} value
 * @param {number} bits
 * @param {number} divisor
 */
function checked(value, bits, divisor) {
  let rest = value << bits;
  for (let n = 31 - Math.clz32(rest); n >= bits; n = 31 - Math.clz32(rest)) rest ^= divisor << (n - bits);
  return (value << bits) | rest;
}

/**
 * How hard it is to read: long runs, blocks of four, and too much of one colour.
 * @param {boolean[][]} dark
 */
function penalty(dark) {
  const size = dark.length;
  let found = 0;
  for (const at of [(/** @type {number} */ a, /** @type {number} */ b) => dark[a][b], (/** @type {number} */ a, /** @type {number} */ b) => dark[b][a]]) {
    for (let a = 0; a < size; a += 1) {
      for (let b = 1, run = 1; b <= size; b += 1) {
        if (b < size && at(a, b) === at(a, b - 1)) run += 1;
        else {
          if (run >= 5) found += run - 2;
          run = 1;
        }
      }
    }
  }
  for (let y = 1; y < size; y += 1) for (let x = 1; x < size; x += 1) found += new Set([dark[y][x], dark[y - 1][x], dark[y][x - 1], dark[y - 1][x - 1]]).size === 1 ? 3 : 0;
  const share = dark.flat().filter(Boolean).length / (size * size);
  return found + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/**
 * A picture of it, dark on light whatever the light of the page is.
 * @param {string} text
 * @param {string} name
 */
export function qrPicture(text, name) {
  const modules = qrModules(text);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const d = modules.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : []))).join("");
  const ground = shape("rect", { width: size, height: size, fill: "#fff" });
  return shape("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": name, class: "qr", "shape-rendering": "crispEdges" }, ground, shape("path", { d, fill: "#000" }));
}
