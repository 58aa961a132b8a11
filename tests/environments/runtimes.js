// Runtimes without a page: Node.js from the oldest that package.json allows, Deno, Bun and Cloudflare's workerd.
import { ANSWER, checkEqual, PRINT_COMMONJS, PRINT_MODULE } from "./programs.js";
import { NODES } from "./versions.js";

/** @typedef {import("./environments.js").Environment} Environment */

/** @param {string} version @returns {Environment} */
const node = (version) => ({
  title: `Node.js ${version}`,
  packages: [],
  node: version,
  tried: "`import` and `require` of functions and figures; the command",
  async attempt({ write, run }) {
    write("module.mjs", `import "phasor/clocks";\n${PRINT_MODULE}`);
    write("commonjs.cjs", `require("phasor/clocks");\n${PRINT_COMMONJS}`);
    checkEqual(await run("node module.mjs"));
    checkEqual(await run("node commonjs.cjs"));
    checkEqual(await run("phasor table 1 4"), "0,1,0,1");
  },
});

/** A worker that runs a module, and what it answers. @param {string} main @param {boolean} kernels */
const workerd = (main, kernels) => `import { Miniflare } from "miniflare";
const miniflare = new Miniflare({
  modules: [
    { type: "ESModule", path: "${main}" },
    ${kernels ? `{ type: "CompiledWasm", path: "phasor.wasm" },` : ""}
  ],
  compatibilityDate: "2026-01-01",
});
const response = await miniflare.dispatchFetch("http://localhost/");
console.log(await response.text());
await miniflare.dispose();
`;

/** @type {Record<string, Environment>} */
export const runtimes = {
  "node-oldest": node(NODES.oldest),
  "node-22": node(NODES.previous),
  "node-24": node(NODES.current),
  deno: {
    title: "Deno",
    packages: ["deno"],
    tried: "`import` of functions and figures; `deno bundle`",
    async attempt({ write, run }) {
      write("module.mjs", `import "phasor/clocks";\n${PRINT_MODULE}`);
      checkEqual(await run("deno run module.mjs"));
      await run("deno bundle --quiet module.mjs --output built.js");
      checkEqual(await run("deno run built.js"));
    },
  },
  bun: {
    title: "Bun",
    packages: ["bun"],
    tried: "`import` and `require` of functions and figures; `bun build` for each target",
    async attempt({ write, run }) {
      write("module.mjs", `import "phasor/clocks";\n${PRINT_MODULE}`);
      write("commonjs.cjs", `require("phasor/clocks");\n${PRINT_COMMONJS}`);
      checkEqual(await run("bun module.mjs"));
      checkEqual(await run("bun commonjs.cjs"));
      for (const target of ["browser", "bun", "node"]) {
        await run(`bun build module.mjs --target ${target} --outfile built-${target}.js`);
        checkEqual(await run(`bun built-${target}.js`));
      }
    },
  },
  workerd: {
    title: "workerd (Cloudflare Workers)",
    packages: ["miniflare", "esbuild"],
    node: NODES.current,
    tried: "`initialize` with the imported module; the error without it says what to do",
    async attempt({ write, run }) {
      const handler = (/** @type {string} */ body) => `export default { fetch() { ${body} } };\n`;
      write(
        "supplied.js",
        `import { initialize, sinusoidal } from "phasor";
import kernels from "phasor/phasor.wasm";
initialize(kernels);
${handler(`return new Response(${ANSWER});`)}`,
      );
      write(
        "plain.js",
        `import { sinusoidal } from "phasor";
${handler(`try { return new Response(${ANSWER}); } catch (error) { return new Response(error.message); }`)}`,
      );
      // As wrangler does: everything in one file, the WebAssembly beside it.
      write(
        "build.mjs",
        `import { build } from "esbuild";
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
copyFileSync(fileURLToPath(import.meta.resolve("phasor/phasor.wasm")), "phasor.wasm");
const wasm = { name: "wasm", setup: ({ onResolve }) =>
  onResolve({ filter: /\\.wasm$/ }, () => ({ path: "./phasor.wasm", external: true })) };
for (const name of ["supplied", "plain"]) {
  await build({ entryPoints: [name + ".js"], outfile: name + ".out.js", bundle: true, minify: true, format: "esm",
    conditions: ["workerd", "worker", "browser"], plugins: [wasm] });
}
`,
      );
      await run("node build.mjs");
      write("supplied.run.mjs", workerd("supplied.out.js", true));
      write("plain.run.mjs", workerd("plain.out.js", false));
      checkEqual(await run("node supplied.run.mjs"));
      const output = await run("node plain.run.mjs");
      for (const part of ["initialize", "phasor/phasor.wasm"]) {
        if (!output.includes(part)) throw new Error(`the error does not name ${part}: ${output}`);
      }
    },
  },
};
