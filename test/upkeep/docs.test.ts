// The page on upkeep shows the schedule as it is in the code.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isStoreWide, SCHEDULE } from "../../src/upkeep/schedule.ts";

const page = readFileSync(new URL("../../docs/upkeep.md", import.meta.url), "utf8");
const WHEN = { week: "every week", quarter_hour: "every quarter of an hour", demand: "when asked" };

function rowOf(scheduled: (typeof SCHEDULE)[number]): string {
  const { name, when, caps } = scheduled;
  const time = when.every === "day" ? `midnight + ${when.minute} min` : WHEN[when.every];
  const of = isStoreWide(scheduled) ? "store" : "tenant";
  return `| \`${name}\` | ${time} | ${of} | ${caps.items} items, ${caps.minutes} min |`;
}

test("each job of the schedule has its row, with its time, whose it is and its caps", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.map((row) => row.split("|").slice(0, 5).join("|").concat("|"))).toEqual(
    SCHEDULE.map(rowOf),
  );
});
