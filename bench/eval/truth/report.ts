// The figures of a run over the truth set, and the same as text for people.

import type { Setting } from "../../run/setting.ts";
import type { Heard } from "./hear-items.ts";
import type { Verdict } from "./judge.ts";
import type { TruthItem } from "./truth-set.ts";

export type Judged = Readonly<{ item: TruthItem; heard: Heard; verdict: Verdict }>;
type Share = Readonly<{ hits: number; n: number }>;
type Row = Readonly<{
  items: number;
  kept: Share;
  chatter: Share;
  landed: Share;
  falseStatements: number;
}>;

export function figuresOf(judged: readonly Judged[]) {
  const silences = judged.flatMap(({ heard }) => heard.silences);
  const falselyStored = judged.flatMap(({ item, verdict }) =>
    verdict.falseStatements.map((found) => ({ id: item.id, ...found })),
  );
  return {
    ...rowOf(judged),
    falseByRule: counted(falselyStored.map(({ rule }) => rule)),
    held: judged.flatMap(({ heard }) => heard.lines).filter(({ how }) => how === "held").length,
    reasonNamed: share(silences, (reasons) => reasons.length > 0),
    reasons: counted(silences.flatMap((reasons) => [...new Set(reasons)])),
    languages: rowsBy(judged, ({ item }) => item.lang),
    categories: rowsBy(judged, ({ item }) => item.category),
    falselyStored,
    chatterStored: judged
      .filter(({ verdict }) => verdict.isChatterKept)
      .map(({ item, heard }) => ({ id: item.id, lines: heard.lines.map(({ text }) => text) })),
    lost: judged
      .filter(({ verdict }) => verdict.missing.length > 0)
      .map(({ item, verdict }) => ({ id: item.id, missing: verdict.missing })),
    notLanded: judged
      .filter(({ verdict }) => verdict.hasLanded === false)
      .map(({ item, heard }) => ({ id: item.id, active: heard.active })),
  };
}
export type TruthFigures = ReturnType<typeof figuresOf>;

function rowOf(judged: readonly Judged[]): Row {
  const ended = judged.filter(({ verdict }) => verdict.hasLanded !== undefined);
  return {
    items: judged.length,
    kept: share(
      judged.filter(({ item }) => item.kind === "must" && item.must !== undefined),
      ({ verdict }) => verdict.missing.length === 0,
    ),
    chatter: share(
      judged.filter(({ item }) => item.kind === "must_not"),
      ({ verdict }) => verdict.isChatterKept,
    ),
    landed: share(ended, ({ verdict }) => verdict.hasLanded === true),
    falseStatements: judged.reduce((sum, { verdict }) => sum + verdict.falseStatements.length, 0),
  };
}

function rowsBy(
  judged: readonly Judged[],
  keyOf: (one: Judged) => string,
): Readonly<Record<string, Row>> {
  const keys = [...new Set(judged.map(keyOf))];
  return Object.fromEntries(
    keys.map((key) => [key, rowOf(judged.filter((one) => keyOf(one) === key))]),
  );
}

function share<T>(all: readonly T[], isHit: (one: T) => boolean): Share {
  return { hits: all.filter(isHit).length, n: all.length };
}

function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}

export function textOf(figures: TruthFigures, setting: Setting, data: string): string {
  return [
    howRun(setting, data),
    listed(
      "false statements",
      figures.falselyStored.map(({ id, line, why }) => `${id}: ${line}   (${why})`),
    ),
    listed(
      "chatter kept",
      figures.chatterStored.map(({ id, lines }) => `${id}: ${lines.join(" | ")}`),
    ),
    listed(
      "corrections not landed",
      figures.notLanded.map(({ id, active }) => `${id}: active ${active.join(" | ") || "nothing"}`),
    ),
    table("category", figures.categories, figures),
    table("language", figures.languages, figures),
    summary(figures),
  ].join("\n\n");
}

function howRun({ command, version, commit, node, date, processor, load }: Setting, data: string) {
  return [
    `${command}, ${version} at ${commit}, Node ${node}, ${date}`,
    `data ${data}; ${processor}; load ${load.map((one) => one.toFixed(1)).join(" to ")}`,
    "no model; one tenant an item; said on 2026-03-10 unless the item says when",
  ].join("\n");
}

function summary(figures: TruthFigures): string {
  const { falseStatements, kept, chatter, landed, reasonNamed, held } = figures;
  return [
    `false statements       ${falseStatements}${named(figures.falseByRule)}`,
    `kept where it must     ${percent(kept)}`,
    `chatter kept           ${percent(chatter)}`,
    `corrections landed     ${percent(landed)}`,
    `reason for silence     ${percent(reasonNamed)}${named(figures.reasons)}`,
    `lines held for consent ${held} (counted as kept)`,
  ].join("\n");
}

function named(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function table(title: string, rows: Readonly<Record<string, Row>>, all: Row): string {
  const head = [title, "items", "must kept", "chatter kept", "landed", "false"];
  const lines = [...Object.entries(rows), ["all", all] as const].map(([name, row]) => [
    name,
    `${row.items}`,
    percent(row.kept),
    percent(row.chatter),
    percent(row.landed),
    `${row.falseStatements}`,
  ]);
  return [head, ...lines].map((cells) => cells.map((cell) => cell.padEnd(20)).join("")).join("\n");
}

function listed(title: string, lines: readonly string[]): string {
  return [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)].join("\n");
}

function percent({ hits, n }: Share): string {
  return n === 0 ? "-" : `${((100 * hits) / n).toFixed(1)} % (${hits}/${n})`;
}

/** Every item with what was stored of it, for reading by eye. */
export function shownOf(judged: readonly Judged[]): string {
  return judged.map(shown).join("\n\n");
}

function shown({ item, heard, verdict }: Judged): string {
  const marks = [
    ...verdict.falseStatements.map(({ why }) => `FALSE ${why}`),
    ...(verdict.missing.length > 0 ? [`LOST ${JSON.stringify(verdict.missing)}`] : []),
    ...(verdict.isChatterKept ? ["CHATTER KEPT"] : []),
    ...(verdict.hasLanded === false
      ? [`NOT LANDED, first found: ${heard.first ?? "nothing"}`]
      : []),
  ];
  const said = [...item.before, item, ...item.after].map(
    ({ author, text }) => `  ${author}: ${text.replaceAll("\n", "\n    ")}`,
  );
  const kept = heard.lines.map(({ text, how }) => `    ${how}  ${text}`);
  const reasons = heard.silences.flat().map((reason) => `    left out  ${reason}`);
  return [
    `${item.id} (${item.kind}, ${item.category})`,
    ...said,
    ...(kept.length > 0 ? kept : ["    nothing"]),
    ...reasons,
    ...marks.map((mark) => `    ! ${mark}`),
  ].join("\n");
}
