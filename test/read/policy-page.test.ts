// The page about recall names every weight and bound, with the value it has.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_RECALL_POLICY } from "../../src/read/policy.ts";

const PAGE = new URL("../../docs/recall.md", import.meta.url);
const ROW = /^\| `([\w.]+)` \| (\S+) \|$/gm;

function settings(value: unknown, at = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[at, String(value)]];
  return Object.entries(value).flatMap(([key, part]) =>
    settings(part, at === "" ? key : `${at}.${key}`),
  );
}

test("the table of weights and bounds is the policy, all of it", () => {
  const rows = [...readFileSync(PAGE, "utf8").matchAll(ROW)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(rows).toEqual(settings(DEFAULT_RECALL_POLICY));
});
