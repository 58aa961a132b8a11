// The examples of docs/frameworks.md, each built and used as a reader would: the figure changes the page's value, and
// the page's button the figure.
import { copyFileSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { recipes as examples } from "../recipes/recipe.js";
import { launch } from "../serving.js";
import { NODES } from "./versions.js";

/** @typedef {import("./environments.js").Environment} Environment */

/** @param {string} heading @param {string} language */
const example = (heading, language) => examples(heading, language, "frameworks")[0];

/** Opens a page with <phasor-clocks>, and uses it. @param {string} address
 * @param {(page: import("playwright").Page) => Promise<void>} [use] */
async function useFigure(address, use = bothWays) {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(address, { timeout: 120_000 });
    await page.locator("phasor-clocks .handle").first().waitFor({ timeout: 60_000 });
    await use(page);
    if (errors.length) throw new Error(errors.join("\n"));
  } finally {
    await browser.close();
  }
}

/** @param {import("playwright").Page} page */
const turn = (page) => page.locator("phasor-clocks .handle").first().press("ArrowRight");

/** Waits until a figure has a position, and the page says so. @param {import("playwright").Page} page @param {number} position */
const shows = (page, position) =>
  page.waitForFunction((expected) => {
    const figure = /** @type {any} */ (document.querySelector("phasor-clocks"));
    const output = document.querySelector("output, #said")?.textContent?.trim();
    return figure.position === expected && output === String(expected);
  }, position);

async function bothWays(/** @type {import("playwright").Page} */ page) {
  await page.waitForFunction("document.querySelector('phasor-clocks').position === 5");
  await turn(page);
  await shows(page, 6);
  await page.getByText("To the start").click();
  await shows(page, 0);
  await turn(page);
  await shows(page, 1);
}

const INDEX = `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><main></main><script type="module" src="main.js"></script></html>`;

/** A framework's example, built with Vite. @param {string} framework its heading @param {Environment["packages"]} packages
 * @param {string} file of the component @param {string} main @param {string} config
 * @param {Partial<Environment>} [overrides] @returns {Environment} */
const inVite = (framework, packages, file, main, config, overrides) => ({
  title: `${framework}, the example`,
  packages: ["vite", ...packages],
  tried: `[Figures in frameworks](frameworks.md#${framework.toLowerCase()}): values both ways`,
  async attempt({ write, run, serve }) {
    write(file, example(framework, file.replace(/.*\./, "")));
    write("main.js", main);
    write("index.html", INDEX);
    write("vite.config.js", config);
    await run("vite build --logLevel warn");
    await useFigure(await serve("dist"));
  },
  ...overrides,
});

/** @type {Record<string, Environment>} */
export const recipes = {
  "react-recipe": inVite(
    "React",
    ["@vitejs/plugin-react", "react", "react-dom"],
    "Clocks.tsx",
    `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Clocks } from "./Clocks.tsx";
createRoot(document.querySelector("main")).render(createElement(Clocks));
`,
    `import react from "@vitejs/plugin-react"; export default { plugins: [react()] };`,
    { title: "React 19, the example" },
  ),
  "vue-recipe": inVite(
    "Vue",
    ["@vitejs/plugin-vue", "vue"],
    "Clocks.vue",
    `import { createApp } from "vue"; import Clocks from "./Clocks.vue"; createApp(Clocks).mount("main");`,
    example("Vue", "js"),
  ),
  "svelte-recipe": inVite(
    "Svelte",
    ["@sveltejs/vite-plugin-svelte", "svelte"],
    "Clocks.svelte",
    `import { mount } from "svelte"; import Clocks from "./Clocks.svelte"; mount(Clocks, { target: document.querySelector("main") });`,
    `import { svelte } from "@sveltejs/vite-plugin-svelte"; export default { plugins: [svelte()] };`,
    { node: NODES.current },
  ),
  "astro-mdx": {
    title: "Astro with MDX, the example",
    packages: ["astro", "@astrojs/mdx"],
    node: NODES.current,
    tried: "[Figures in frameworks](frameworks.md#astro-and-mdx): a post draws its figure",
    async attempt({ write, run, serve }) {
      write("src/components/Clocks.astro", example("Astro and MDX", "astro"));
      write("src/pages/post.mdx", example("Astro and MDX", "mdx"));
      write(
        "astro.config.mjs",
        `import mdx from "@astrojs/mdx"; export default { integrations: [mdx()] };`,
      );
      await run("astro build");
      await useFigure(`${await serve("dist")}/post/`, async (page) => {
        const position = await page.evaluate("document.querySelector('phasor-clocks').position");
        if (position !== 5) throw new Error(`the position is ${position}`);
      });
    },
  },
  reveal: {
    title: "reveal.js, the example",
    packages: ["reveal.js"],
    tried:
      "[Figures in frameworks](frameworks.md#revealjs): the figure fits its slide and keeps its keys",
    async attempt({ folder, write, serve }) {
      const from = (/** @type {string} */ path) => join(folder, "node_modules", path);
      mkdirSync(join(folder, "talk"));
      copyFileSync(from("reveal.js/dist/reveal.css"), join(folder, "talk/reveal.css"));
      copyFileSync(from("reveal.js/dist/reveal.mjs"), join(folder, "talk/reveal.mjs"));
      cpSync(from("phasor/dist/figures"), join(folder, "talk/figures"), { recursive: true });
      write("talk/index.html", `<!doctype html>\n${example("reveal.js", "html")}`);
      await useFigure(await serve("talk"), async (page) => {
        await turn(page);
        await page.waitForFunction("document.querySelector('phasor-clocks').position === 6");
        const box = await page.locator("phasor-clocks").boundingBox();
        const { width = 0, height = 0 } = page.viewportSize() ?? {};
        const fits = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width;
        if (!fits || box.y + box.height > height) throw new Error(JSON.stringify(box));
        if (/\/1$/.test(page.url())) throw new Error("the key changed the slide");
      });
    },
  },
  framework: {
    title: "Observable Framework, the example",
    packages: ["@observablehq/framework"],
    node: NODES.current,
    tried:
      "[Figures in frameworks](frameworks.md#observable-framework): the text follows the figure",
    async attempt({ write, run, serve }) {
      const code = example("Observable Framework", "js");
      write(
        "src/index.md",
        `# A page\n\n\`\`\`js\n${code}\`\`\`\n\n<p id="said">\${position}</p>\n`,
      );
      write(
        "observablehq.config.js",
        `export default { search: false, sidebar: false, toc: false, theme: [], globalStylesheets: [] };`,
      );
      await run("observable build");
      await useFigure(await serve("dist"), async (page) => {
        await shows(page, 5);
        await turn(page);
        await shows(page, 6);
      });
    },
  },
};
