// Writes docs/benchmarks.md: what stands between the two marks of a bench is made by a run and by nothing else. A bench
// that this run left out keeps what an earlier run said of it, with that run's own setting above it.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownOf, type Run } from "./print.ts";

const PAGE = join(import.meta.dirname, "../../docs/benchmarks.md");

export function writePage(run: Run): void {
  const before = existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "";
  writeFileSync(PAGE, pageWith(before, run));
}

/** Each bench has its own part, so that one can be measured again without the others. */
export function pageWith(page: string, { setting, benches }: Run): string {
  return Object.entries(benches).reduce((sofar, [name, measured]) => {
    const [start, end] = marksOf(name);
    const part = [start, markdownOf(name, setting, measured), end].join("\n\n");
    return withPart(sofar, name, part);
  }, page);
}

function marksOf(name: string): readonly [string, string] {
  return [`<!-- ${name} -->`, `<!-- end ${name} -->`];
}

function withPart(page: string, name: string, part: string): string {
  const [start, end] = marksOf(name);
  const from = page.indexOf(start);
  const until = page.indexOf(end);
  if (from < 0 || until < 0) return `${page.trimEnd()}\n\n${part}\n`;
  return page.slice(0, from) + part + page.slice(until + end.length);
}
