// Every promise has its sentence, and the tests named for it exist.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/status.md"), "utf8");

const rows = [...page.matchAll(/^\| ([NFPVS]\d+) \| (.*?) \| (.*?) \|(.*)\|$/gm)].map(
  ([, id = "", sentence = "", proof = ""]) => ({ id, sentence, proof }),
);

test("each promise has one row, in order", () => {
  const count = { N: 13, F: 18, P: 14, V: 13, S: 16 };
  const ids = Object.entries(count).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, index) => `${letter}${index + 1}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test.each(rows)(
  "$id is a sentence and names a test that tries it from outside",
  ({ sentence, proof }) => {
    expect(sentence).toMatch(/^[A-Z"`].*\.$/);
    expect(proof).toMatch(/`test\/(?:engine|surfaces|cli|integrations|transfer)\//);
  },
);

test.each(
  [
    ...new Set(
      [...page.matchAll(/`((?:test|suite|docs|tools)\/[^`\s]*)`/g)].map(([, path]) => path),
    ),
  ].map((path) => path ?? ""),
)("%s exists", (path) => {
  expect(places(path.replace(/^suite\//, "test/support/store-conformance/"))).not.toEqual([]);
});

/** The files that a path means; `*` stands for any part of a name. */
function places(path: string): readonly string[] {
  if (!path.includes("*")) return existsSync(join(root, path)) ? [path] : [];
  const cut = path.lastIndexOf("/");
  const name = new RegExp(
    `^${path
      .slice(cut + 1)
      .replaceAll(".", "\\.")
      .replaceAll("*", ".*")}$`,
  );
  return readdirSync(join(root, path.slice(0, cut))).filter((file) => name.test(file));
}
