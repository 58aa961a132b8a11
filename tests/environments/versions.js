// The versions that the environments install: one table, changed here only.
export const VERSIONS = {
  "@huggingface/transformers": "4.3.1",
  "@mdx-js/mdx": "3.1.1",
  "@rollup/plugin-node-resolve": "16.0.3",
  "@rspack/cli": "2.2.8",
  "@rspack/core": "2.3.2",
  "@sveltejs/adapter-static": "4.0.1",
  "@sveltejs/kit": "3.2.0",
  "@sveltejs/vite-plugin-svelte": "7.3.1",
  "@tensorflow/tfjs": "4.22.0",
  "@types/node": "26.6.6",
  "@types/react": "19.3.0",
  "@vitejs/plugin-react": "6.3.0",
  astro: "7.3.5",
  bun: "1.4.5",
  deno: "2.9.6",
  esbuild: "0.28.2",
  "happy-dom": "21.0.4",
  jest: "30.5.2",
  "jest-environment-jsdom": "30.5.2",
  jsdom: "31.0.1",
  miniflare: "4.20260730.0",
  next: "16.4.6",
  nuxt: "4.5.2",
  parcel: "2.16.4",
  react: "19.3.1",
  "react-dom": "19.3.1",
  rollup: "4.68.7",
  svelte: "5.57.3",
  typescript: "5.9.3",
  vite: "8.3.8",
  vitest: "5.1.1",
  webpack: "5.112.2",
  "webpack-cli": "7.3.1",
};

/** Node.js as npm has it, for what does not run in every one. */
export const NODES = {
  /** That package.json allows. */
  oldest: "20.19.0",
  previous: "22.23.3",
  current: "24.21.0",
};
