// The preview picture for links, and the page's tags about its address.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CARD, cardPNG, cardSVG } from "../../web/site/build/card.js";
import { makeFonts, PLAIN } from "../../web/site/build/fonts.js";
import { addressTags, footerFor, siteAddress } from "../../web/site/build/frame.js";

await makeFonts();
const svg = cardSVG(readFileSync(PLAIN));

test("the preview picture is a PNG of the declared size", async () => {
  const picture = Buffer.from(await cardPNG());
  expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([CARD.width, CARD.height]);
  expect(CARD).toEqual({ width: 1200, height: 630 });
});

test("the preview picture shows the hands of position 37", () => {
  const column = (1200 - 2 * 62) / 16;
  for (let pair = 0; pair < 16; pair++) {
    const angle = 37 * 10000 ** (-pair / 32);
    const x = 62 + (pair + 0.5) * column + 26 * Math.sin(angle);
    const y = 496 - 26 * Math.cos(angle);
    const place = (/** @type {number} */ value) => String(Math.round(100 * value) / 100);
    // From the tip to the newest row of the tape.
    expect(svg).toContain(`M${place(x)} ${place(y)}L${place(x)} 440`);
  }
});

test("the preview picture has no text below 26 pixels", () => {
  const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  expect(Math.max(...sizes)).toBe(86);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(26);
  expect(svg).not.toContain("NaN");
});

test("the page's address must be that of a folder", () => {
  expect(siteAddress("")).toBe("");
  expect(siteAddress("https://example.org/phasor")).toBe("https://example.org/phasor/");
  expect(siteAddress("https://example.org/")).toBe("https://example.org/");
  expect(() => siteAddress("ftp://example.org/")).toThrow(/SITE_URL must be/);
  expect(() => siteAddress("https://example.org/?page")).toThrow(/SITE_URL must be/);
});

test("the page has tags with its address only if the address is known", () => {
  const tags = addressTags("https://example.org/phasor/", CARD);
  expect(tags).toContain('rel="canonical" href="https://example.org/phasor/"');
  expect(tags).toContain('content="https://example.org/phasor/card.png"');
  expect(addressTags("", CARD)).toBe("");
  const footer = footerFor("https://example.org/phasor/");
  expect(footer).toMatch(/@misc\{phasor,[\s\S]*\\url\{https:\/\/example\.org\/phasor\/\}/);
  expect(footerFor("")).not.toContain("@misc");
});
