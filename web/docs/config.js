// The configuration of VitePress for the documentation's site.
import { pages } from "./pages.js";

/** The pages by group, in the order of the sidebar. @type {[group: string, paths: string[]][]} */
export const groups = [
  ["Start", ["start", "coming-from", "recipes", "environments"]],
  ["Command", ["cli", "wrong-ports"]],
  ["Figures", ["embedding", "frameworks", "figures"]],
  ["Models", ["models", "lab", "story"]],
  ["Teaching", ["teaching", "curriculum", "sources"]],
  [
    "Inside",
    ["accuracy", "performance", "design", "development", "contributing", "raw-module", "changes"],
  ],
];
const all = pages();
/** @param {string} path */
const entry = (path) => ({
  text: all.find((page) => page.path === path)?.title ?? path,
  link: `/${path}`,
});
const reference = all.filter(({ path }) => path.startsWith("api/"));
const sidebar = groups.map(([text, paths]) => ({
  text,
  collapsed: false,
  items: paths.map(entry),
}));
sidebar.splice(1, 0, {
  text: "Functions",
  collapsed: false,
  items: reference.map(({ path, title }) => ({
    text: path === "api/index" ? "All functions" : title,
    link: `/${path.replace(/index$/, "")}`,
  })),
});

const { pathname } = new URL(process.env.SITE_URL || "http://localhost/");

export default {
  title: "phasor",
  description: "Positional encodings for transformers",
  base: `${pathname.replace(/\/?$/, "/")}docs/`,
  cleanUrls: false,
  // A file beside the pages, which are all that VitePress knows.
  ignoreDeadLinks: [/raw-module\.cc$/],
  head: [
    ["link", { rel: "icon", href: `${pathname.replace(/\/?$/, "/")}docs/icon.svg` }],
    ["style", {}, ".vp-doc pre { overflow-x: auto }"],
  ],
  markdown: {
    /** @param {any} markdown */
    config(markdown) {
      // Braces are text, not templates of Vue.
      const { text, code_inline } = markdown.renderer.rules;
      const literal = (/** @type {string} */ html) =>
        html.replaceAll("{{", "&#123;&#123;").replaceAll("}}", "&#125;&#125;");
      markdown.renderer.rules.text = (/** @type {unknown[]} */ ...rest) => literal(text(...rest));
      markdown.renderer.rules.code_inline = (/** @type {unknown[]} */ ...rest) =>
        code_inline(...rest).replace("<code", "<code v-pre");
    },
    languageAlias: { "go-html-template": "html" },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 4],
    nav: [
      { text: "Explanation", link: "../index.html", target: "_self" },
      { text: "Gallery", link: "../gallery.html", target: "_self" },
      { text: "Functions", link: "/api/" },
      { text: "Lesson plan", link: "/teaching" },
    ],
    sidebar,
    footer: { message: "MIT licence" },
  },
};
