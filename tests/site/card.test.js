// The preview picture for links, and the page's tags about its address.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addressTags, footer, siteAddress } from "../../web/site/build/frame.js";

test("the page's tags name the preview picture and state its size", () => {
  const tags = addressTags("https://example.org/phasor/");
  const [, name] =
    /property="og:image" content="https:\/\/example\.org\/phasor\/([^"]+)"/.exec(tags) ?? [];
  // Vite copies this folder into the site.
  const picture = readFileSync(new URL(`../../web/site/public/${name}`, import.meta.url));
  expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
  for (const [side, at] of /** @type {const} */ ([
    ["width", 16],
    ["height", 20],
  ]))
    expect(tags).toContain(`og:image:${side}" content="${picture.readUInt32BE(at)}"`);
  expect(picture.length).toBeLessThan(100_000);
});

test("the page's address must be that of a folder", () => {
  expect(siteAddress("")).toBe("");
  expect(siteAddress("https://example.org/phasor")).toBe("https://example.org/phasor/");
  expect(siteAddress("https://example.org/")).toBe("https://example.org/");
  expect(() => siteAddress("ftp://example.org/")).toThrow(/SITE_URL must be/);
  expect(() => siteAddress("https://example.org/?page")).toThrow(/SITE_URL must be/);
});

test("the page has tags with its address only if the address is known", () => {
  const address = "https://example.org/phasor/";
  expect(addressTags(address)).toContain(`rel="canonical" href="${address}"`);
  expect(addressTags("")).toBe("");
  expect(footer(address)).toMatch(/@misc\{phasor,[\s\S]*\\url\{https:\/\/example\.org\/phasor\/\}/);
  expect(footer("")).not.toContain("@misc");
});
