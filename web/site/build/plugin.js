// The Vite plugin that composes the page, for the built site, the development server and the tests.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { chapters } from "./chapters.js";
import { composePage } from "./compose.js";
import { chapterFile } from "./files.js";
import { fontLicences, makeMathFont } from "./fonts.js";
import { serviceWorker } from "./offline.js";
import { drawPictures } from "./pictures.js";

/**
 * The addresses that the development server has for the fonts, which lie outside the page's folder. Builds find them.
 * @param {string} html @param {import("vite").IndexHtmlTransformContext} context
 */
function resolveFonts(html, { server, filename }) {
  if (!server) return html;
  const { root } = server.config;
  return html.replace(/(?<=href=")\.\.\/[^"]+/g, (path) => {
    const file = join(dirname(filename), path);
    return file.startsWith(`${root}/`) ? file.slice(root.length) : `/@fs${file}`;
  });
}

/** @returns {import("vite").Plugin} */
export function sitePage() {
  /** Drawn when they are first asked for. @type {ReturnType<typeof drawPictures> | undefined} */
  let pictures;
  return {
    name: "phasor-page",
    config: makeMathFont,
    transformIndexHtml: {
      order: "pre",
      handler: (html, context) =>
        composePage(resolveFonts(html, context), basename(context.filename)),
    },
    async generateBundle() {
      for (const [fileName, source] of Object.entries(await drawPictures()))
        this.emitFile({ type: "asset", fileName, source });
      this.emitFile({ type: "asset", fileName: "assets/fonts-OFL.txt", source: fontLicences() });
    },
    // When all files have their final bytes.
    writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
      const files = names.map((name) => [name, readFileSync(join(dir, name))]);
      writeFileSync(join(dir, "worker.js"), serviceWorker(Object.fromEntries(files)));
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const [name] = /pictures\/[\w-]+\.svg/.exec(request.url ?? "") ?? [];
        if (!name) return next();
        pictures ??= drawPictures();
        response.setHeader("Content-Type", "image/svg+xml");
        response.end((await pictures)[name]);
      });
      const files = chapters.map(({ name }) => chapterFile(name));
      server.watcher.add(files);
      server.watcher.on("change", (file) => {
        if (file.includes("/web/elements/")) pictures = undefined;
        if (files.includes(file)) server.ws.send({ type: "full-reload" });
      });
    },
  };
}
