// From OKLab, a space in which equal steps look about equal, to sRGB.
// Source of the matrices: Björn Ottosson, "A perceptual color space for image processing" (2020),
// which gives them to the public domain.

/**
 * @param {number} lightness 0 … 1
 * @param {number} a from green to red
 * @param {number} b from blue to yellow
 * @returns {[red: number, green: number, blue: number]} 0 … 255; beyond when out of gamut
 */
function oklabToRgb(lightness, a, b) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/**
 * As a pixel of ImageData: 0xAABBGGRR, opaque.
 * @param {[lightness: number, a: number, b: number]} point
 */
export function pixelOf(point) {
  const [red, green, blue] = oklabToRgb(...point).map((part) =>
    Math.min(Math.max(Math.round(part), 0), 255),
  );
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Linear light to the sRGB transfer curve, in 255ths. @param {number} light */
function encode(light) {
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
}
