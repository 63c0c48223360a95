// Every command that a page names in its text is one that there is.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leaves } from "../cli/tree.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const NAMED = /`(?:npx )?mneme ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g;

const known = leaves().flatMap(({ name, command }) => [name, ...command.aliases()]);
const names = readdirSync(DOCS, { recursive: true, encoding: "utf8" });
const named = names
  .filter((name) => name.endsWith(".md"))
  .flatMap((page) =>
    [...readFileSync(join(DOCS, page), "utf8").matchAll(NAMED)].map(
      ([, first = "", second = ""]) => ({ page, first, second }),
    ),
  );

test("commands are named on many pages", () => {
  expect(named.length).toBeGreaterThan(40);
});

test("each of them is there", () => {
  const missing = named.filter(({ first, second }) => {
    const below = known.filter((name) => name === first || name.startsWith(`${first} `));
    const isGroup = !below.includes(first) && below.length > 0;
    return (
      below.length === 0 || (isGroup && second !== "" && !below.includes(`${first} ${second}`))
    );
  });
  expect(missing).toEqual([]);
});
