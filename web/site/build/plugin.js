// The Vite plugin that composes the page, for the built site, the development server and the tests.
import { chapters } from "./chapters.js";
import { chapterFile, composePage } from "./compose.js";
import { fontLicences, makeMathFont } from "./fonts.js";

/** The placeholder for the chapters in index.html. */
const PLACE = "<!-- chapters -->";

/** @returns {import("vite").Plugin} */
export function sitePage() {
  return {
    name: "phasor-page",
    config: makeMathFont,
    transformIndexHtml: {
      order: "pre",
      handler: (html) => (html.includes(PLACE) ? composePage(html) : html),
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "assets/fonts-OFL.txt", source: fontLicences() });
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
