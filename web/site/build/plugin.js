// The page for Vite: the same in the built site, in the development server and in the tests.
import { chapters } from "./chapters.js";
import { chapterFile, composePage } from "./compose.js";

/** Where index.html has its chapters. */
const PLACE = "<!-- chapters -->";

/** @returns {import("vite").Plugin} */
export function sitePage() {
  return {
    name: "phasor-page",
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
