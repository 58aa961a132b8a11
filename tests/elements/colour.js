// colour.js: how different colours look, by CIEDE2000, also with colour vision deficiencies.

/** @typedef {[number, number, number]} Triple */

/** A pixel 0xAABBGGRR to linear light. @param {number} pixel @returns {Triple} */
export function toLinear(pixel) {
  const part = (/** @type {number} */ n) => {
    const value = ((pixel >>> (8 * n)) & 255) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(0), part(1), part(2)];
}

/** Linear light to CIELAB, D65. @param {Triple} rgb @returns {Triple} */
export function toLab([r, g, b]) {
  const f = (/** @type {number} */ t) =>
    t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 4 / 29;
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * Severe protanomaly and deuteranomaly on linear light.
 * Source: Machado, Oliveira and Fernandes 2009, table 1, severity 1.0.
 * @type {Record<string, number[][]>}
 */
export const DEFICIENCIES = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** @param {number[][]} matrix @param {Triple} rgb @returns {Triple} */
export function seenWith(matrix, rgb) {
  const row = (/** @type {number} */ n) =>
    Math.max(matrix[n][0] * rgb[0] + matrix[n][1] * rgb[1] + matrix[n][2] * rgb[2], 0);
  return [row(0), row(1), row(2)];
}

/**
 * CIEDE2000.
 * Source: Sharma, Wu and Dalal 2005.
 * @param {Triple} one in CIELAB @param {Triple} other
 */
export function difference([l1, a1, b1], [l2, a2, b2]) {
  const radians = Math.PI / 180;
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 1.5 - 0.5 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const c1 = Math.hypot(g * a1, b1);
  const c2 = Math.hypot(g * a2, b2);
  const hue = (/** @type {number} */ a, /** @type {number} */ b) =>
    (Math.atan2(b, g * a) / radians + 360) % 360;
  const h1 = hue(a1, b1);
  const h2 = hue(a2, b2);
  let dh = h2 - h1;
  if (c1 * c2 === 0) dh = 0;
  else if (dh > 180) dh -= 360;
  else if (dh < -180) dh += 360;
  const deltaL = l2 - l1;
  const deltaC = c2 - c1;
  const deltaH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * radians);
  const l = (l1 + l2) / 2;
  const c = (c1 + c2) / 2;
  let h = (h1 + h2) / 2;
  if (c1 * c2 !== 0 && Math.abs(h1 - h2) > 180) h += h1 + h2 < 360 ? 180 : -180;
  const t =
    1 -
    0.17 * Math.cos((h - 30) * radians) +
    0.24 * Math.cos(2 * h * radians) +
    0.32 * Math.cos((3 * h + 6) * radians) -
    0.2 * Math.cos((4 * h - 63) * radians);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const turn = 30 * Math.exp(-(((h - 275) / 25) ** 2));
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(2 * turn * radians);
  const [x, y, z] = [deltaL / sl, deltaC / sc, deltaH / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}
