// Frameworks: a table computed on the server and in the browser, and a figure, in a production build.

import { ANSWER, checkEqual, PAGE_SCRIPT, WANTED } from "./programs.js";
import { look } from "./project.js";
import { NODES } from "./versions.js";

/** @typedef {import("./environments.js").Environment} Environment */

const FIGURE = { figures: ["phasor-clocks"] };

/** The page holds what the server computed, and draws. @param {string} address @param {boolean} [answer] */
async function check(address, answer = true) {
  const html = await (await fetch(address)).text();
  if (!html.replaceAll("&quot;", '"').includes(WANTED)) throw new Error(`no table in ${html}`);
  const actual = await look(address, { ...FIGURE, answer });
  if (answer) checkEqual(actual);
}

/** A component of React with a figure, in TypeScript: property, attribute and event have types. */
const REACT_FIGURE = `import { sinusoidal } from "phasor";
import "phasor/clocks";
import type {} from "phasor/react";
import { useEffect, useState } from "react";

export function Figure() {
  const [position, setPosition] = useState(5);
  useEffect(() => {
    Object.assign(globalThis, { answer: ${ANSWER} });
  }, []);
  return (
    <section>
      <phasor-clocks d-model={32} position={position} onphasor-change={(event) => setPosition(event.detail.position)} />
      <output>{position}</output>
    </section>
  );
}
`;

/** @type {Record<string, Environment>} */
export const frameworks = {
  react: {
    title: "React with TypeScript",
    packages: ["vite", "@vitejs/plugin-react", "react", "react-dom", "typescript", "@types/react"],
    tried: "a figure in a component, type-checked, built with Vite",
    async attempt({ write, run, serve }) {
      write("Figure.tsx", REACT_FIGURE);
      write(
        "main.tsx",
        `import { createElement } from "react";
// @ts-expect-error: no types are installed for it
import { createRoot } from "react-dom/client";
import { Figure } from "./Figure.tsx";
createRoot(document.querySelector("main")).render(createElement(Figure));
`,
      );
      write(
        "index.html",
        `<!doctype html><link rel="icon" href="data:,"><main></main><script type="module" src="main.tsx"></script>`,
      );
      write(
        "vite.config.js",
        `import react from "@vitejs/plugin-react"; export default { plugins: [react()] };`,
      );
      write("tsconfig.json", {
        compilerOptions: {
          ...{
            strict: true,
            noEmit: true,
            target: "es2022",
            lib: ["es2022", "dom"],
            jsx: "react-jsx",
          },
          ...{ module: "preserve", moduleResolution: "bundler", allowImportingTsExtensions: true },
        },
        include: ["*.tsx"],
      });
      await run("tsc -p .");
      await run("vite build --logLevel warn");
      checkEqual(await look(await serve("dist"), FIGURE));
    },
  },
  next: {
    title: "Next.js",
    packages: ["next", "react", "react-dom", "typescript", "@types/node", "@types/react"],
    tried:
      "server component, client component with a figure, edge route, type-checked; Turbopack and webpack",
    async attempt({ write, run, start }) {
      write(
        "app/layout.tsx",
        `export const metadata = { icons: "data:," };
export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
      );
      write("app/Figure.tsx", `"use client";\n${REACT_FIGURE}`);
      write(
        "app/page.tsx",
        `import { sinusoidal } from "phasor";
import { Figure } from "./Figure";
export default function Page() {
  return <main><p>{${ANSWER}}</p><Figure /></main>;
}
`,
      );
      write(
        "app/edge/route.ts",
        `import { sinusoidal } from "phasor";
export const runtime = "edge";
export const GET = () => new Response(${ANSWER});
`,
      );
      for (const bundler of ["--turbopack", "--webpack"]) {
        await run(`next build ${bundler}`);
        const address = await start(`next start --port ${bundler === "--webpack" ? 4391 : 4390}`);
        await check(address);
        checkEqual(await (await fetch(`${address}/edge`)).text());
      }
    },
  },
  astro: {
    title: "Astro",
    packages: ["astro"],
    node: NODES.current,
    tried: "a static page: a table in its front matter, a figure in its script",
    async attempt({ write, run, serve }) {
      write(
        "src/pages/index.astro",
        `---
import { sinusoidal } from "phasor";
const table = ${ANSWER};
---
<html lang="en"><head><title>A page</title><link rel="icon" href="data:," /></head>
<body><p>{table}</p><phasor-clocks></phasor-clocks><script>${PAGE_SCRIPT}</script></body></html>
`,
      );
      await run("astro build");
      await check(await serve("dist"));
    },
  },
  sveltekit: {
    title: "SvelteKit",
    packages: [
      "@sveltejs/kit",
      "@sveltejs/vite-plugin-svelte",
      "@sveltejs/adapter-static",
      "svelte",
      "vite",
    ],
    node: NODES.current,
    tried: "a prerendered page with a table and a figure",
    async attempt({ write, run, serve }) {
      write(
        "src/app.html",
        `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>`,
      );
      write("src/routes/+layout.js", "export const prerender = true;\n");
      write(
        "src/routes/+page.svelte",
        `<script>
  import { sinusoidal } from "phasor";
  import "phasor/clocks";
  import { onMount } from "svelte";
  const table = ${ANSWER};
  let position = $state(5);
  onMount(() => { globalThis.answer = table; });
</script>
<p>{table}</p>
<phasor-clocks {position} onphasor-change={(event) => { position = event.detail.position; }}></phasor-clocks>
`,
      );
      write(
        "vite.config.js",
        `import { sveltekit } from "@sveltejs/kit/vite";
import adapter from "@sveltejs/adapter-static";
export default { plugins: [sveltekit({ adapter: adapter() })] };
`,
      );
      await run("vite build");
      await check(await serve("build"));
    },
  },
  nuxt: {
    title: "Nuxt",
    packages: ["nuxt"],
    node: NODES.current,
    tried: "a page rendered on the server, with a table and a figure",
    async attempt({ write, run, start }) {
      write(
        "nuxt.config.ts",
        `export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  telemetry: false,
  app: { head: { link: [{ rel: "icon", href: "data:," }] } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("phasor-") } },
});
`,
      );
      write(
        "app/app.vue",
        `<script setup>
import { sinusoidal } from "phasor";
import "phasor/clocks";
const table = ${ANSWER};
onMounted(() => { globalThis.answer = table; });
</script>
<template><main><p>{{ table }}</p><phasor-clocks :position="5" /></main></template>
`,
      );
      await run("nuxt build");
      await check(await start("env PORT=4392 HOST=127.0.0.1 node .output/server/index.mjs"));
    },
  },
};
