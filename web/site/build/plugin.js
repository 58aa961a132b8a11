// Vite plugins for the page, used by the built site, the development server and the tests.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CARD, cardPNG } from "./card.js";
import { chapters } from "./chapters.js";
import { chapterFile, composePage } from "./compose.js";
import { FIRST, fontLicences, makeFonts } from "./fonts.js";
import { addressTags, siteAddress } from "./frame.js";

/** The placeholder for the chapters in index.html. */
const PLACE = "<!-- chapters -->";

/** @returns {import("vite").Plugin} */
export function sitePage() {
  return {
    name: "phasor-page",
    config: makeFonts,
    transformIndexHtml: {
      order: "pre",
      handler: (html) => (html.includes(PLACE) ? composePage(html) : html),
    },
    configureServer(server) {
      const files = chapters.map(({ name }) => chapterFile(name));
      server.watcher.add(files);
      server.watcher.on("change", (file) => {
        if (files.includes(file)) server.ws.send({ type: "full-reload" });
      });
    },
  };
}

/** The preview image for links and, if the page's address is known, the tags that name it. @returns {import("vite").Plugin} */
export function siteCard() {
  return {
    name: "phasor-card",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "card.png", source: await cardPNG() });
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace("<!-- address -->", addressTags(siteAddress(), CARD)),
    },
  };
}

/**
 * Preloads the fonts of the first screen. The links are below the first screen, because links in
 * the head make Chromium wait for 100 ms before it paints. Adds the fonts' licences to the site.
 * @returns {import("vite").Plugin}
 */
export function siteFonts() {
  return {
    name: "phasor-fonts",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "assets/fonts-OFL.txt", source: fontLicences() });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle).filter(
          (file) =>
            file.type === "asset" && FIRST.some((name) => file.names.includes(`${name}.woff2`)),
        );
        const links = files.map(
          ({ fileName }) =>
            `<link rel="preload" as="font" type="font/woff2" href="./${fileName}" crossorigin="">`,
        );
        return html.replace("<!-- fonts -->", links.join("\n"));
      },
    },
  };
}

/** A link to a style sheet. */
const LINK = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)"[^>]*>/g;

/**
 * Inlines the page's style sheets, so that its text appears without another request: those of the
 * first screen in the head, the others below it. The content security policy lists their hashes,
 * and so forbids any other inline style.
 * @returns {import("vite").Plugin[]}
 */
export function siteStyle() {
  return [
    {
      name: "phasor-style-below",
      apply: "build",
      transformIndexHtml: {
        order: "pre",
        handler(html, { filename }) {
          const body = html.indexOf("<body");
          const below = html
            .slice(body)
            .replace(
              LINK,
              (_, file) => `<style>${readFileSync(join(dirname(filename), file))}</style>`,
            );
          return html.slice(0, body) + below;
        },
      },
    },
    {
      name: "phasor-style",
      transformIndexHtml: {
        order: "post",
        handler(html, { bundle = {}, filename }) {
          if (!filename.endsWith("/index.html")) return html;
          const within = html.replace(LINK, (link, file) => {
            const sheet = bundle[file];
            if (sheet?.type !== "asset") return link;
            const folder = file.slice(0, file.lastIndexOf("/") + 1);
            const style = String(sheet.source).trim().replaceAll("url(./", `url(./${folder}`);
            return `<style>${style}</style>`;
          });
          const hashes = [...within.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
            ([, style]) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
          );
          if (hashes.length === 0) return html;
          return within.replace("default-src 'self';", `$& style-src 'self' ${hashes.join(" ")};`);
        },
      },
    },
  ];
}
