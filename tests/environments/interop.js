// Other libraries, each with its recipe of docs/recipes.md.
import { recipes } from "../recipes/recipe.js";
import { checkEqual } from "./programs.js";

/** @typedef {import("./environments.js").Environment} Environment */

/** @type {Record<string, Environment>} */
export const interop = {
  "transformers-js": {
    title: "transformers.js",
    packages: ["@huggingface/transformers"],
    tried: "the recipe: a table as a tensor",
    async attempt({ write, run }) {
      const [code] = recipes("transformers.js", "js");
      write(
        "main.mjs",
        `${code}
const row = encodings.slice(null, [1, 2]);
console.log(JSON.stringify([encodings.dims, row.tolist()[0][0].slice(0, 2).map(Math.fround)]));
`,
      );
      checkEqual(
        await run("node main.mjs"),
        `[[1,128,64],[${Math.fround(Math.sin(1))},${Math.fround(Math.cos(1))}]]`,
      );
    },
  },
  "tensorflow-js": {
    title: "TensorFlow.js",
    packages: ["@tensorflow/tfjs"],
    tried: "the recipe: a table as a tensor, on the CPU backend",
    async attempt({ write, run }) {
      const [code] = recipes("TensorFlow.js", "js");
      write(
        "main.mjs",
        `${code}
await tf.setBackend("cpu");
const sum = tf.add(tf.zeros([2, 128, 64]), encodings);
const [, row] = await tf.slice(sum, [1, 0, 0], [1, 2, 2]).squeeze().array();
console.log(JSON.stringify([sum.shape, row]));
`,
      );
      const output = (await run("node main.mjs")).trim().split("\n").at(-1) ?? "";
      checkEqual(output, `[[2,128,64],[${Math.fround(Math.sin(1))},${Math.fround(Math.cos(1))}]]`);
    },
  },
  mdx: {
    title: "MDX",
    packages: ["@mdx-js/mdx", "react", "react-dom"],
    tried: "the recipe: a post with a figure, rendered on a server by React",
    async attempt({ write, run }) {
      const [, post] = recipes("Astro and MDX", "mdx", "frameworks");
      write("post.mdx", post);
      write(
        "build.mjs",
        `import { compile } from "@mdx-js/mdx";
import { readFileSync, writeFileSync } from "node:fs";
writeFileSync("post.mjs", String(await compile(readFileSync("post.mdx"))));
`,
      );
      write(
        "main.mjs",
        `import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import Post from "./post.mjs";
console.log(renderToStaticMarkup(createElement(Post)).replace(/\\n/g, ""));
`,
      );
      await run("node build.mjs");
      const figure = '<phasor-clocks d-model="32" position="5"></phasor-clocks>';
      checkEqual(await run("node main.mjs"), `<h1>Clocks</h1>${figure}`);
    },
  },
};
