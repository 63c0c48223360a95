// What the next release brings, out of the files that each change came with.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createMarkdownRenderer, defineLoader } from "vitepress";

type Change = Readonly<{ file: string; html: string }>;

declare const data: readonly Change[];

export { data };

export default defineLoader({
  watch: ["../../.changeset/*.md"],
  async load(files): Promise<readonly Change[]> {
    const { render } = await createMarkdownRenderer(import.meta.dirname);
    return Promise.all(
      files.toSorted().map(async (file) => {
        const text = readFileSync(file, "utf8")
          .replace(/^---\n[\s\S]*?\n---\n/, "")
          .trim();
        return {
          file: basename(file, ".md"),
          html: await render(`- ${text.replaceAll("\n", "\n  ")}`),
        };
      }),
    );
  },
});
