// SHA-256 and HMAC in plain JavaScript: a page that came by http from a computer nearby has no crypto.subtle.

const K = Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const FIRST = Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64; // bytes

/**
 * The first primes.
 * @param {number} count
 */
function* primes(count) {
  for (let n = 2, found = 0; found < count; n++) {
    let is = true;
    for (let by = 2; by * by <= n; by++) if (n % by === 0) is = false;
    if (is) {
      found += 1;
      yield n;
    }
  }
}

/**
 * The first 32 bits behind the point.
 * @param {number} number
 */
function fraction(number) {
  return Math.floor((number - Math.floor(number)) * 2 ** 32) | 0;
}

/** @param {string} text */
export const bytes = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} data */
export const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * @param {Uint8Array} data
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(data) {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, (data.length * 8) >>> 0);
  const state = Int32Array.from(FIRST);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => out.setInt32(4 * n, word));
  return new Uint8Array(out.buffer);
}

/**
 * @param {number} word
 * @param {number} by
 */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * One block.
 * @param {Int32Array} state
 * @param {DataView} view
 * @param {number} at
 */
function mix(state, view, at) {
  const w = new Int32Array(64);
  for (let t = 0; t < 16; t++) w[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const s0 = turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ (w[t - 15] >>> 3);
    const s1 = turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ (w[t - 2] >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = (state[n] + word) | 0));
}

/**
 * HMAC-SHA256.
 * @param {Uint8Array} key at most 64 bytes
 * @param {Uint8Array} data
 */
export function hmac(key, data) {
  const outer = new Uint8Array(BLOCK).fill(0x5c);
  const inner = new Uint8Array(BLOCK).fill(0x36);
  key.forEach((byte, n) => {
    outer[n] ^= byte;
    inner[n] ^= byte;
  });
  return sha256(joined(outer, sha256(joined(inner, data))));
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
