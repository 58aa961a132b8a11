// The code that "Embed this figure" offers.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import manifest from "../../package.json";
import { cdnAddress, embedMethods, showEmbedMethods } from "../../web/site/embed.js";
import { until } from "../until.js";

const HTML =
  '<script type="module" src="figures/heatmap.js"></script>\n<phasor-heatmap length="64"></phasor-heatmap>';
const TWO = `<script type="module" src="figures/clocks.js"></script>\n${HTML}`;

/** @type {HTMLElement} */
let place;
beforeEach(() => {
  place = document.createElement("details");
  place.innerHTML = "<summary>Embed</summary><pre><code>before</code></pre>";
  document.body.append(place);
});
afterEach(() => {
  place.remove();
  vi.restoreAllMocks();
});

const texts = () =>
  Object.fromEntries(
    [...place.querySelectorAll("pre")].map((pre) => [pre.dataset.way, pre.textContent]),
  );

describe("the ways of embedding", () => {
  test("include the file of this version from a CDN, by the package's name", () => {
    const [cdn] = embedMethods(HTML);
    const { name, version } = manifest;
    const address = `https://cdn.jsdelivr.net/npm/${name}@${version}/dist/figures/heatmap.js`;
    expect(cdnAddress("heatmap")).toBe(address);
    expect(cdn.texts).toEqual([HTML.replace("figures/heatmap.js", address)]);
    expect(manifest.files).toContain("dist");
  });

  test("include one file with all figures, which the page offers", () => {
    showEmbedMethods(place, TWO);
    expect(texts().file).toBe(
      '<script src="figures.js"></script>\n<phasor-heatmap length="64"></phasor-heatmap>',
    );
    const [{ href, download }] = place.querySelectorAll("a");
    expect(download).toBe("figures.js");
    expect(href).toBe(new URL("figures.js", document.baseURI).href);
  });

  test("include npm, with names that the package exports", () => {
    const [, , { texts: written }] = embedMethods(TWO);
    expect(written[0]).toBe(`npm install ${manifest.name}`);
    const imports = [...written[1].matchAll(/import "phasor(\/\w+)";/g)].map(([, path]) => path);
    expect(imports).toEqual(["/clocks", "/heatmap"]);
    expect(manifest.exports["./*"].default).toBe("./dist/figures/*.js");
    expect(written[1]).not.toContain("src=");
  });

  test("keep the summary, replace earlier code, and are announced as code", () => {
    showEmbedMethods(place, HTML);
    showEmbedMethods(place, HTML);
    expect(place.firstElementChild?.localName).toBe("summary");
    expect(place.textContent).not.toContain("before");
    expect(place.querySelectorAll(".way")).toHaveLength(3);
    for (const pre of place.querySelectorAll("pre")) {
      expect(pre.tabIndex).toBe(0);
      expect(pre.getAttribute("aria-label")).toBeTruthy();
    }
  });
});

describe("a copy button", () => {
  test("copies its text, confirms it, then offers it again", async () => {
    vi.useFakeTimers();
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    showEmbedMethods(place, HTML);
    const buttons = [...place.querySelectorAll("button")];
    expect(buttons).toHaveLength(place.querySelectorAll("pre").length);
    buttons.at(-1)?.click();
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledWith(place.querySelectorAll("pre")[3].textContent);
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      ...["copy", "copy", "copy", "copied"],
    ]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(buttons.at(-1)?.textContent).toBe("copy");
    vi.useRealTimers();
  });

  test("selects its text if copying is not allowed", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    /** @type {HTMLDetailsElement} */ (place).open = true;
    showEmbedMethods(place, HTML);
    place.querySelector("button")?.click();
    await until(() => expect(place.querySelector("button")?.textContent).toContain("selected"));
    expect(String(getSelection())).toContain("cdn.jsdelivr.net");
  });
});
