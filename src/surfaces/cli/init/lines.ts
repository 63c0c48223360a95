// What init would do, and what it did, for people.

import { paint } from "../paint.ts";
import type { Plan } from "./init.ts";
import type { PlannedClient } from "./plan.ts";

export function planLines({ config, clients }: Plan): readonly string[] {
  return [
    `${config.isThere ? "keeps " : "writes"} ${config.file}`,
    "makes  the store it names, and a first key",
    ...clients.flatMap(clientLines),
  ];
}

function clientLines({ title, file, isThere, merged, entry }: PlannedClient): readonly string[] {
  const shown = entry
    .trimEnd()
    .split("\n")
    .map((line) => paint.dim(`         ${line}`));
  switch (merged.type) {
    case "same":
      return [`keeps  ${file} (${title} knows it already)`];
    case "by_hand":
      return [`leaves ${file} (${title}): ${merged.why}. Add this to it yourself:`, ...shown];
    case "changed":
      return [
        `${isThere ? "adds to" : "writes"} ${file} (${title}${isThere ? ", after a copy" : ""})`,
        ...shown,
      ];
  }
}

type Done = Plan &
  Readonly<{
    copies: readonly string[];
    store: Readonly<{ database: string; version: string }>;
    key?: string;
  }>;

export function doneLines(done: Done): readonly string[] {
  const { config, clients, copies, store, key } = done;
  const told = clients.filter(({ merged }) => merged.type === "changed");
  const left = clients.filter(({ merged }) => merged.type === "by_hand");
  return [
    `${paint.green("✓")} settings  ${config.file}`,
    `${paint.green("✓")} store     ${store.database} ${store.version}`,
    ...(key === undefined ? [] : [`${paint.green("✓")} key       ${key}  (shown this once)`]),
    ...told.map(({ title, file }) => `${paint.green("✓")} ${title}: ${file}`),
    ...copies.map((copy) => paint.dim(`  as it was: ${copy}`)),
    ...left.flatMap(({ title, merged, file, entry }) => [
      `${paint.yellow("!")} ${title}: ${merged.type === "by_hand" ? merged.why : ""}. Add this to ${file}:`,
      entry,
    ]),
    ...(told.length === 0 ? [] : [paint.dim("Restart those programs, and they remember.")]),
    `Try it: mneme add "The office is closed on Fridays" && mneme search "office hours"`,
  ];
}
