// Parts around the page's content: tags for the head, and the footer.
import { readFileSync } from "node:fs";

const { version, license } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
);
const [copyright] =
  /^Copyright .*$/m.exec(readFileSync(new URL("../../../LICENSE", import.meta.url), "utf8")) ?? [];

/** The address of the published page, from SITE_URL; "" if that is not set. */
export function siteAddress(given = process.env.SITE_URL ?? "") {
  if (!given) return "";
  const url = URL.parse?.(given) ?? new URL(given);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new Error(
      `SITE_URL must be the address of a folder, such as https://example.org/phasor/, got ${given}`,
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

/** The bar at the top of a page. @param {string} file */
export function bar(file) {
  const isMain = file === "index.html";
  return `<header class="bar">
      <a class="home" href="${isMain ? "#top" : "./index.html"}">
        <svg class="mark" viewBox="0 0 22 22" aria-hidden="true">
          <circle cx="11" cy="11" r="9.5" />
          <path class="hand" d="M11 11 15.5 4" />
          <circle class="tip" cx="15.900" cy="3.400" r="3" />
        </svg>
        <span>phasor</span>
      </a>
      <nav class="links" aria-label="Page">
        <a href="#contents">Chapters</a>
        ${isMain ? '<a href="./deeper.html">Deeper</a>' : '<a href="#top" aria-current="page">Deeper</a>'}
        <a href="./gallery.html">Figures</a>
        <a href="#code">Code</a>
      </nav>
      <a class="here" href="#contents"
        ><span class="quiet">Chapters; you are at</span><svg class="hands" viewBox="0 0 138 22" aria-hidden="true">
          <circle cx="11" cy="11" r="9.5" stroke-width="1.25" />
          <path class="hand" d="M11 11V3.5" transform-origin="11 11" />
          <circle cx="40" cy="11" r="9.5" stroke-width="1.25" />
          <path class="hand" d="M40 11V3.5" transform-origin="40 11" />
          <circle cx="69" cy="11" r="9.5" stroke-width="1.25" />
          <path class="hand" d="M69 11V3.5" transform-origin="69 11" />
          <circle cx="98" cy="11" r="9.5" stroke-width="1.25" />
          <path class="hand" d="M98 11V3.5" transform-origin="98 11" />
          <circle cx="127" cy="11" r="9.5" stroke-width="1.25" />
          <path class="hand" d="M127 11V3.5" transform-origin="127 11" />
        </svg>
        <span class="where"></span
      ></a>
      <button type="button" id="scheme" class="plain" hidden>Dark</button>
    </header>`;
}

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
          <p>Everything on this page is computed by the same kernels: C, compiled to WebAssembly.</p>
        </div>
        <div>
          <h2>Use the figures</h2>
          <p>
            Each figure is an element for your own page. The <a href="./gallery.html">gallery</a> shows
            them all, with the code to copy. To hand out the text, print this page.
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
