// phasor plot: pictures in the terminal, and the sizes of PNG; chart.test.js has their pixels.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { heatmap, sinusoidal } from "phasor";
import { describe, expect, it } from "vitest";
import { png } from "../../web/cli/image.js";
import { pictureOf } from "../../web/cli/picture.js";
import { depthOf, drawPixels, nearest256 } from "../../web/cli/terminal.js";
import { colourTable } from "../../web/elements/colour/maps.js";
import { writeTable } from "../../web/formats/index.js";
import { onTerminal, phasor, refused, scratch } from "./run.js";

const folder = scratch();
const light = colourTable("diverging", "light");

/** @param {ArrayLike<number>} entries @param {number} width */
const shades = (entries, width) => drawPixels(Uint8Array.from(entries), width, light, "none");

describe("phasor plot in the terminal", () => {
  it("uses shades if there are no colours", () => {
    expect(phasor(["plot", "64", "8", "--size", "16x4"])).toMatchObject({ code: 0, error: "" });
    const { out } = phasor(["plot", "64", "8", "--size", "64x8"]);
    const view = { dModel: 8, width: 64, height: 8, positions: /** @type {const} */ ("across") };
    expect(out).toBe(
      `${shades(heatmap(view), 64)}sinusoidal: 64 positions across, 8 columns down, -1 to 1\n`,
    );
  });

  it("draws a file like the encoding that it contains", () => {
    const path = join(folder, "t.npy");
    writeFileSync(path, writeTable("npy", sinusoidal(64, 8), [64, 8]));
    const size = ["--size", "64x8"];
    const drawnFile = phasor(["plot", path, ...size]).out.split("\n");
    const lines = phasor(["plot", "64", "8", ...size]).out.split("\n");
    expect(drawnFile.slice(0, 8)).toEqual(lines.slice(0, 8));
    const transposed = phasor(["plot", path, "--down", "--size", "8x64"]).out;
    expect(transposed.split("\n")[5].padEnd(8)).toBe(
      lines
        .slice(0, 8)
        .map((line) => line.padEnd(64)[5])
        .join(""),
    );
    expect(transposed).toContain("64 positions down, 8 columns across");
  });

  it("has as many colours as the terminal, unless NO_COLOR says otherwise", () => {
    const words = ["plot", "32", "8"];
    expect(onTerminal(words, { env: { COLORTERM: "truecolor" } })).toContain("\x1b[38;2;");
    expect(onTerminal(words, { env: { TERM: "xterm-256color", COLORTERM: "" } })).toContain(
      "\x1b[38;5;",
    );
    const none = { COLORTERM: "truecolor", NO_COLOR: "1" };
    expect(onTerminal(words, { env: none })).not.toContain("\x1b");
    expect(phasor(words, { env: { FORCE_COLOR: "3" } }).out).toContain("▀");
    expect(depthOf({ isTTY: false, getColorDepth: () => 24 }, {})).toBe("none");
  });

  it("draws two rows of pixels in each line", () => {
    const colours = Uint32Array.from({ length: 256 }, (_, i) => (i << 16) | (i << 8) | (255 - i));
    expect(drawPixels(Uint8Array.of(0, 0, 9, 0, 1, 2), 2, colours, "24bit")).toBe(
      "\x1b[38;2;255;0;0;48;2;246;9;9m▀\x1b[38;2;255;0;0;48;2;255;0;0m▀\x1b[0m\n" +
        "\x1b[38;2;254;1;1;49m▀\x1b[38;2;253;2;2;49m▀\x1b[0m\n",
    );
  });

  it("finds the nearest of 256 colours", () => {
    expect(nearest256([0, 0, 0])).toBe(16);
    expect(nearest256([255, 255, 255])).toBe(231);
    expect(nearest256([255, 0, 0])).toBe(196);
    expect(nearest256([100, 110, 160])).toBe(61);
    expect(nearest256([95, 135, 175])).toBe(67);
  });

  it("shows any window of the table", () => {
    const window = ["plot", "2^40", "16", "--start", "2^52", "--size", "20x16"];
    const { out } = phasor([...window, "-c", "gpt-neox", "--base", "1e18"]);
    const view = { dModel: 16, base: 1e18, layout: /** @type {const} */ ("concatenated") };
    const place = { position: 2 ** 52, positionsPerPixel: 2 ** 40 / 20, width: 20, height: 16 };
    const pixels = heatmap({ ...view, ...place, positions: "across" });
    expect(out.startsWith(shades(pixels, 20))).toBe(true);
    expect(out).toContain("sinusoidal from position 4503599627370496: 1099511627776 positions");
  });

  it("reports entries that are not finite", () => {
    const { out } = phasor(["plot", "-"], { input: "1,nan\n-1,inf\n" });
    expect(out).toContain("-1 to 1; 2 entries are not finite\n");
  });
});

describe("pictureOf", () => {
  const data = Float32Array.of(-1, 1, 0.5, 0.25, 1, 1);

  it("shows an entry, or the mean of several, for a pixel", () => {
    const table = { data, rows: 3, columns: 2 };
    expect([...pictureOf(table, 2, 3, true).pixels]).toEqual([0, 255, 191, 159, 255, 255]);
    expect([...pictureOf(table, 3, 2, false).pixels]).toEqual([0, 191, 255, 255, 159, 255]);
    expect([...pictureOf(table, 1, 3, true).pixels]).toEqual([128, 175, 255]);
    expect([...pictureOf(table, 4, 3, true).pixels].slice(0, 4)).toEqual([0, 0, 255, 255]);
  });

  it("starts its scale at zero if nothing is negative", () => {
    const picture = pictureOf(
      { data: Float32Array.of(0, 1, 4, 2), rows: 1, columns: 4 },
      4,
      1,
      true,
    );
    expect(picture).toMatchObject({ kind: "sequential", low: 0, high: 4, missing: 0 });
    expect([...picture.pixels]).toEqual([0, 64, 255, 128]);
  });
});

describe("a PNG of phasor plot", () => {
  it("has the first and last bytes of a PNG", () => {
    const file = Buffer.from(png(new Uint8Array(4), 2, light));
    expect(file.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    // The empty chunk IEND and its checksum, the same in every file.
    expect(file.subarray(-12).toString("hex")).toBe("0000000049454e44ae426082");
  });

  it("has whole pixels for each cell of a small table, and several cells for each pixel of a large one", async () => {
    const path = join(folder, "q.png");
    const size = () => {
      const header = readFileSync(path);
      return [header.readUInt32BE(16), header.readUInt32BE(20)];
    };
    phasor(["plot", "100", "16", "-o", path]);
    expect(size()).toEqual([600, 512]);
    phasor(["plot", "1e9", "8", "--down", "-o", path]);
    expect(size()).toEqual([512, 1600]);
  });
});

it.each([
  ["0 8", "LENGTH must be an integer from 1 to 2^53 - 1, got 0"],
  ["8 7", "dModel must be an even integer of at least 2, got 7"],
  ["table.npy --base 5", "--base does not apply to a file"],
  ["nothing.npy", "nothing.npy cannot be read: no such file"],
])("phasor plot refuses %s", (words, message) => {
  expect(refused(["plot", ...words.split(" ")], { cwd: folder })).toContain(`phasor: ${message}`);
});
