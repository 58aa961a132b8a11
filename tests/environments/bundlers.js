// Bundlers, each as on the first page of its manual: a page with a table and a figure is built and
// opened in Chromium.

import { checkEqual, PAGE_SCRIPT, page } from "./programs.js";
import { look } from "./project.js";

/** @typedef {import("./environments.js").Environment} Environment */

const FIGURE = { figures: ["phasor-clocks"] };

async function check(/** @type {string} */ address) {
  checkEqual(await look(address, FIGURE));
}

/** @type {Record<string, Environment>} */
export const bundlers = {
  vite: {
    title: "Vite",
    packages: ["vite"],
    tried: "production build and development server",
    async attempt({ write, run, serve, start }) {
      write("main.js", PAGE_SCRIPT);
      write("index.html", page("/main.js"));
      await run("vite build --logLevel warn");
      await check(await serve("dist"));
      await check(await start("vite --host 127.0.0.1"));
    },
  },
  webpack: {
    title: "webpack",
    packages: ["webpack", "webpack-cli"],
    tried: "production and development builds, without a configuration",
    async attempt({ write, run, serve }) {
      write("src/index.js", PAGE_SCRIPT);
      for (const mode of ["production", "development"]) {
        write(`${mode}/index.html`, page("/main.js"));
        await run(`webpack --mode ${mode} --output-path ${mode}`);
        await check(await serve(mode));
      }
    },
  },
  esbuild: {
    title: "esbuild",
    packages: ["esbuild"],
    tried: "`--bundle --minify`, as a module and as a classic script",
    async attempt({ write, run, serve }) {
      write("main.js", PAGE_SCRIPT);
      for (const format of ["esm", "iife"]) {
        write(`${format}/index.html`, page("/main.js"));
        await run(`esbuild main.js --bundle --minify --format=${format} --outdir=${format}`);
        await check(await serve(format));
      }
    },
  },
  rollup: {
    title: "Rollup",
    packages: ["rollup", "@rollup/plugin-node-resolve"],
    tried: "with node-resolve; no warning is allowed",
    async attempt({ write, run, serve }) {
      write("main.js", PAGE_SCRIPT);
      write("dist/index.html", page("/main.js"));
      await run(
        "rollup main.js --dir dist --format es --plugin node-resolve={browser:true} --failAfterWarnings",
      );
      await check(await serve("dist"));
    },
  },
  parcel: {
    title: "Parcel",
    packages: ["parcel"],
    tried:
      "functions as it is; figures with `packageExports: true`, without which Parcel reads no `exports`",
    async attempt({ write, run, serve }) {
      const [table, , answer] = PAGE_SCRIPT.split("\n");
      const build = "parcel build index.html --no-autoinstall --public-url ./ --no-cache";
      write("index.html", page("./main.js"));
      write("main.js", `${table}\n${answer}\n`);
      await run(`${build} --dist-dir plain`);
      checkEqual(await look(await serve("plain")));
      write("main.js", PAGE_SCRIPT);
      const manifest = JSON.parse(await run("cat package.json"));
      write("package.json", { ...manifest, "@parcel/resolver-default": { packageExports: true } });
      await run(`${build} --dist-dir exports`);
      await check(await serve("exports"));
    },
  },
  rspack: {
    title: "Rspack",
    packages: ["@rspack/core", "@rspack/cli"],
    tried: "production build, without a configuration",
    async attempt({ write, run, serve }) {
      write("src/index.js", PAGE_SCRIPT);
      write("dist/index.html", page("/main.js"));
      await run("rspack build --mode production");
      await check(await serve("dist"));
    },
  },
};
