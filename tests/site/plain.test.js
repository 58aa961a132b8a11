// The built page in a browser without JavaScript: pictures in place of the figures, and nothing to press that does nothing.
import { describe, expect, test } from "vitest";
import { pages } from "../../web/site/build/chapters.js";
import { visits } from "./visits.js";

const site = visits();

/** What is in the place of each figure. Uses only what is in this function, because its text is sent to the browser. */
function pictures() {
  const places = [...document.querySelectorAll("main figure > *")].filter(({ localName }) =>
    localName.startsWith("phasor-"),
  );
  return places.map((place) => {
    const image = place.querySelector("img");
    const { width = 0, height = 0, right = 0 } = image?.getBoundingClientRect() ?? {};
    return {
      name: place.localName,
      file: image?.currentSrc.replace(/^.*pictures\//, ""),
      isWhole: right <= innerWidth && width > 240,
      // Not stretched, and without empty space below.
      isFull:
        Math.abs(height / width - (image?.naturalHeight ?? 0) / (image?.naturalWidth || 1)) <
          0.01 && place.getBoundingClientRect().height - height < 2,
      isDescribed:
        /^[A-Z].{60,}\.$/s.test(image?.alt ?? "") && !/WebAssembly/.test(image?.alt ?? ""),
    };
  });
}

describe.each(Object.keys(pages))("%s", (file) => {
  test.each(
    /** @type {const} */ ([
      [1280, "light"],
      [1280, "dark"],
      [320, "light"],
    ]),
  )("shows pictures without scripts at %i pixels, %s", async (width, colorScheme) => {
    const page = await site.newPage({
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
      colorScheme,
    });
    await page.goto(site.at(file), { waitUntil: "load" });
    const shownPictures = await page.evaluate(pictures);
    expect(shownPictures.length).toBeGreaterThan(3);
    for (const image of shownPictures) {
      const picture = `${image.name.replace("phasor-", "")}-${colorScheme}.svg`;
      expect(image).toEqual({
        name: image.name,
        file: picture,
        isWhole: true,
        isFull: true,
        isDescribed: true,
      });
    }
    if (file === "index.html") {
      const isStill = await page
        .locator(".hook img")
        .evaluate((/** @type {HTMLImageElement} */ image) => {
          const { width, height, right, bottom } = image.getBoundingClientRect();
          const isWhole = right <= innerWidth && bottom <= innerHeight && image.naturalWidth > 0;
          const isFull = Math.abs(height / width - image.naturalHeight / image.naturalWidth) < 0.01;
          const isClear = image.alt.length > 60;
          return { file: image.currentSrc.replace(/^.*pictures\//, ""), isWhole, isFull, isClear };
        });
      const name = `opening-${width < 700 ? "narrow" : "wide"}-${colorScheme}.svg`;
      expect(isStill).toEqual({ file: name, isWhole: true, isFull: true, isClear: true });
    }
    const dead = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "button:enabled, input, select, [role=button], [role=slider], .words, .hook-said, .acting",
        ),
      ]
        .filter((element) => element.checkVisibility())
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
    expect(dead, "what promises to answer").toEqual([]);
    const words = page.locator("button.do:disabled");
    expect(await words.filter({ visible: true }).count(), "words that set figures").toBe(
      await words.count(),
    );
    const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(over), "scrolls sideways").toBe(0);
  });

  test("fetches no pictures with scripts", async () => {
    /** @type {string[]} */
    const requested = [];
    await site.openWhole(file, {}, (page) =>
      page.on("request", (request) => requested.push(request.url())),
    );
    expect(requested.length).toBeGreaterThan(10);
    expect(requested.filter((address) => address.includes("/pictures/"))).toEqual([]);
  });
});
