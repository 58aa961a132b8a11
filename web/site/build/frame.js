// What pages share around their content: tags for the head, the bar, the frame of the chapters, and the footer.
import { readFileSync } from "node:fs";
import { pages } from "./chapters.js";

const { version, license } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
);
const [copyright] =
  /^Copyright .*$/m.exec(readFileSync(new URL("../../../LICENSE", import.meta.url), "utf8")) ?? [];

/** The address of the published page, from SITE_URL; "" if that is not set. */
export function siteAddress(address = process.env.SITE_URL ?? "") {
  if (!address) return "";
  const url = URL.parse?.(address) ?? new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new Error(
      `SITE_URL must be the address of a folder, such as https://example.org/phasor/, got ${address}`,
    );
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

/** Tags for the head of a page whose address is known; "" otherwise. @param {string} address */
export const addressTags = (address) =>
  address &&
  `<link rel="canonical" href="${address}" />
    <meta property="og:url" content="${address}" />
    <meta property="og:image" content="${address}card.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="A line of words under a pill; above it clock hands, whose tips draw waves." />
    <meta name="twitter:card" content="summary_large_image" />`;

/** Dials in the bar, where the page's chapter is shown. */
const DIALS = [11, 40, 69, 98, 127].map(
  (x) => `<circle cx="${x}" cy="11" r="9.5" stroke-width="1.25" />
          <path class="hand" d="M${x} 11V3.5" transform-origin="${x} 11" />`,
);

/** The bar at the top of a page. @param {string} file */
export function bar(file) {
  const hasChapters = Object.hasOwn(pages, file);
  const main = hasChapters ? "" : "./index.html";
  /** @param {string} other @param {string} name */
  const pageLink = (other, name) =>
    other === file
      ? `<a href="#top" aria-current="page">${name}</a>`
      : `<a href="./${other}">${name}</a>`;
  const chapterLink = `<a class="here" href="#contents"
        ><span class="quiet">Chapters; you are at</span><svg class="hands" viewBox="0 0 138 22" aria-hidden="true">
          ${DIALS.join("\n          ")}
        </svg>
        <span class="where"></span
      ></a>`;
  return `<header class="bar">
      <a class="home" href="${file === "index.html" ? "#top" : "./index.html"}">
        <svg class="mark" viewBox="0 0 22 22" aria-hidden="true">
          <circle cx="11" cy="11" r="9.5" />
          <path class="hand" d="M11 11 15.5 4" />
          <circle class="tip" cx="15.900" cy="3.400" r="3" />
        </svg>
        <span>phasor</span>
      </a>
      <nav class="links" aria-label="Page">
        <a href="${main}#contents">Chapters</a>
        ${pageLink("deeper.html", "Deeper")}
        ${pageLink("gallery.html", "Figures")}
        <a href="./docs/">Docs</a>
        <a href="${main}#code">Code</a>
      </nav>
      ${hasChapters ? chapterLink : ""}
      <button type="button" id="scheme" class="plain" hidden>Dark</button>
    </header>`;
}

/** The chapters of a page, with a list of them before and beside. @param {string} contents @param {string} rail @param {string} chapters */
export const body = (contents, rail, chapters) => `<div class="body">
        <nav class="rail" aria-label="Chapters beside the text">
          <ol>
            ${rail}
          </ol>
        </nav>
        <div class="text">
          <p id="unable" class="unable" hidden>
            This browser cannot compute the figures: it lacks WebAssembly or its SIMD instructions.
            Words take their place.
          </p>
          <noscript>
            <p class="unable">
              Scripts are turned off. Pictures take the place of the figures; the text is complete.
            </p>
          </noscript>

          <nav id="contents" class="contents" aria-label="Chapters">
            <ol>
              ${contents}
            </ol>
          </nav>

          ${chapters}
        </div>
      </div>`;

/** A BibTeX entry for the page. @param {string} address */
const citation = (address) => `@misc{phasor,
  title        = {What is positional encoding?},
  author       = {${copyright?.replace(/^Copyright \(c\) \d+ /, "") ?? "phasor"}},
  year         = {${/\d{4}/.exec(copyright ?? "")?.[0] ?? ""}},
  howpublished = {\\url{${address}}},
  note         = {phasor ${version}}
}`;

/** @param {string} address of the published page, or "" */
export const footer = (address) => `<footer class="foot">
      <div class="foot-inner">
        <div id="code">
          <h2>Use the code</h2>
          <pre tabindex="0"><code>npm install phasor</code></pre>
          <pre tabindex="0"><code>import { sinusoidal } from "phasor";

const table = sinusoidal(128, 64); // (128, 64)</code></pre>
          <p>
            Everything on this page is computed by the same kernels: C, compiled to WebAssembly. The
            <a href="./docs/">documentation</a> has every function, recipes, and a
            <a href="./docs/teaching.html">lesson plan</a> for teachers.
          </p>
        </div>
        <div>
          <h2>Use the figures</h2>
          <p>
            Each figure is an element for your own page. The <a href="./gallery.html">gallery</a> shows
            them all, with the code to copy. To hand out the text, print this page. Visited once, it works
            without a connection; the documentation is in an <a href="./phasor.tar.gz" download>archive of
            both</a>.
          </p>
        </div>
        <div>
          <h2>phasor <small>${version}</small></h2>
          <p>${copyright}. Text, figures and code: ${license} licence.</p>
          <p>
            Set in STIX Two and Source Sans 3
            <span class="unbroken">(<a href="./assets/fonts-OFL.txt">SIL Open Font License</a>).</span>
          </p>
        </div>${
          address
            ? `
        <div>
          <h2>Cite this page</h2>
          <pre tabindex="0"><code>${citation(address)}</code></pre>
        </div>`
            : ""
        }
      </div>
    </footer>`;
