// The site made from the pages of this folder: `npm run docs`. It asks nothing of any other machine, and has no script
// or style inside its pages, so that the server's content policy needs no exception for it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformerStyleToClass } from "@shikijs/transformers";
import { defineConfig } from "vitepress";
import { sidebar } from "./sidebar.ts";

const INLINE = /<script id="([\w-]+)">([\s\S]*?)<\/script>/g;
const STYLE = / style="[^"]*"/g;
const colours = transformerStyleToClass({ classPrefix: "c-" });
const scripts = new Map<string, string>();

export default defineConfig({
  title: "Mneme",
  description: "Durable memory for AI agents and chat bots",
  lang: "en",
  base: "/docs/",
  outDir: "../dist/docs",
  cacheDir: "../node_modules/.cache/vitepress",
  metaChunk: true,
  // Switching transitions off while the theme changes would need a style inside the page.
  appearance: { disableTransition: false },
  head: [
    ["link", { rel: "stylesheet", href: "/docs/colours.css" }],
    ["link", { rel: "icon", href: "data:," }],
  ],
  markdown: { codeTransformers: [colours] },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Start", link: "/getting-started" },
      { text: "Guides", link: "/guides/chat-bot" },
      { text: "Reference", link: "/configuration" },
      { text: "Compare", link: "/comparison" },
    ],
    sidebar,
    outline: [2, 3],
  },
  // The few lines that VitePress writes into each page (dark or light) become files of their own.
  transformHtml: (page) =>
    page
      .replace(INLINE, (_whole, name: string, code: string) => {
        scripts.set(name, code);
        return `<script src="/docs/${name}.js"></script>`;
      })
      .replace(STYLE, ""),
  buildEnd: ({ outDir }) => {
    for (const [name, code] of scripts) writeFileSync(join(outDir, `${name}.js`), code);
    writeFileSync(join(outDir, "colours.css"), colours.getCSS());
  },
});
