// Bytes as letters.

const PIECE = 0x8000; // bytes that are written as letters at once

/** @param {Uint8Array} bytes */
export function inBase64(bytes) {
  let letters = "";
  for (let n = 0; n < bytes.length; n += PIECE) letters += String.fromCharCode(...bytes.subarray(n, n + PIECE));
  return btoa(letters);
}
