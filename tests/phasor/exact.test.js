// The integer arithmetic of exact.js, with which other tests compare, against mpmath at 400 bits.
import { expect, it } from "vitest";
import * as exact from "./exact.js";

const { exactPair, exponential, fixed, frequency, logarithm } = exact;

/** A decimal fraction in fixed point. @param {string} text */
function decimal(text) {
  const [integer, fraction] = text.split(".");
  return (BigInt(integer + fraction) << 256n) / 10n ** BigInt(fraction.length);
}

/** @type {[what: string, got: bigint, wanted: string][]} */
const values = [
  ["π", exact.PI, "3.14159265358979323846264338327950288419716939937510582097494"],
  ["ln 2", exact.LN2, "0.693147180559945309417232121458176568075500134360255254120680"],
  ["ln 10000", logarithm(1e4), "9.21034037197618273607196581873745683040440595451509190413331"],
  [
    "ln of the double 1.0001",
    logarithm(1.0001),
    "0.0000999950003332973230219935167146130712928986890335010972055255",
  ],
  [
    "exp(−20.5)",
    exponential(fixed(-20.5)),
    "0.00000000125015286638674262893755311923122218227159464207656584933822",
  ],
  [
    "500000^(−126/128)",
    frequency(500000, 128, 63),
    "0.00000245514079113160887124194696645739152325139656010227060655905",
  ],
  [
    "10^(−18·62/64)",
    frequency(1e18, 64, 31),
    "0.00000000000000000365174127254837705824995256604510603653733761496649719674447",
  ],
];

/** Position, base, width and pair, then sine and cosine.
 * @type {[[position: number, base: number, dModel: number, pair: number], string, string][]} */
const pairs = [
  [
    [1, 10000, 4, 0],
    "0.841470984807896506652502321630298999622563060798371065672752",
    "0.540302305868139717400936607442976603732310420617922227670097",
  ],
  [
    [2 ** 53, 10000, 6, 2],
    "-0.0656406152835738518248587537476657586833456356181464423380142",
    "-0.997843329198123091233758155190779615698493053944778067836026",
  ],
  [
    [-12345.678, 500000, 128, 63],
    "-0.0303057367452246601812136582177549637771076225098554874055648",
    "0.999540675670744847062106006554632518921536640489250660302747",
  ],
];

/** @param {bigint} actual @param {string} expected */
function within(actual, expected) {
  const distance = actual - decimal(expected);
  expect(distance < 0n ? -distance : distance).toBeLessThan(1n << 64n); // 2^-192
}

it.each(values)("exact.js has %s as mpmath has it", (_, actual, expected) =>
  within(actual, expected),
);

it.each(pairs)(
  "exact.js has the pair of (position, base, dModel, pair) %j as mpmath has it",
  (args, ...expected) => {
    exactPair(...args).forEach((actual, i) => {
      within(actual, expected[i]);
    });
  },
);
