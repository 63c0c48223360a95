// What stands in the list of pages, in order. A page's name there is its own first heading.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const DOCS = join(import.meta.dirname, "..");
const HEADING = /^# (.+)$/m;

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ["getting-started", "concepts", "glossary", "faq", "troubleshooting", "comparison"],
  Guides: [
    "guides/chat-bot",
    "guides/coding-agent",
    "guides/supervisor",
    "guides/multi-tenant-server",
    "guides/from-mem0",
    "guides/correct-a-line",
    "guides/postgresql",
    "production",
    "recipes",
  ],
  Reference: [
    "configuration",
    "cli",
    "reference/operations",
    "http",
    "mcp",
    "dashboard",
    "import-export",
    "documents",
    "events",
    "runtimes",
    "models",
  ],
  "How it works": ["extraction", "recall", "guard", "upkeep", "scale", "benchmarks"],
  Integrations: pagesIn("integrations"),
  "Moving in": pagesIn("moving"),
  Project: ["security", "upgrading", "changelog", "reliability"],
  "For contributors": [
    "path-of-a-message",
    "invariants",
    "status",
    "mutation",
    "crash-matrix",
    ...pagesIn("decisions"),
  ],
};

export const sidebar = Object.entries(GROUPS).map(([text, pages]) => ({
  text,
  collapsed: !["Start", "Guides"].includes(text),
  items: pages.map((page) => ({ text: headingOf(page), link: `/${page}` })),
}));

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(DOCS, folder))
    .toSorted()
    .map((name) => `${folder}/${name.replace(/\.md$/, "")}`);
}

function headingOf(page: string): string {
  const [, heading] = HEADING.exec(readFileSync(join(DOCS, `${page}.md`), "utf8")) ?? [];
  if (heading === undefined) throw new Error(`docs/${page}.md has no heading.`);
  return heading.replaceAll("`", "");
}
