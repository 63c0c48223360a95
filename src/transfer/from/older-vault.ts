// A line of the vault that ours takes the place of: a record at one version, with its end as one version more. Its versions
// are put in place in their order, whatever the order of the lines: two writers may have appended at once.

import { type Memory, VAULT_SOURCES } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { RESERVED_SCOPES } from "../../model/viewer.ts";
import { shortId } from "../drafts.ts";
import type { ImportRecord } from "../record.ts";
import { type Fields, fieldsIn, listIn, parseJson, textIn, textsIn } from "../text/parse-json.ts";
import { idIn, memoryRow, whenIn } from "./moved.ts";

export type OlderLine = Readonly<{ id: string; version: number; fields: Fields; where: string }>;

/** Undefined for a line that is none of such a vault. */
export function olderLineIn(text: string, where: string): OlderLine | undefined {
  const fields = fieldsIn(parseJson(text));
  const id = idIn(fields, "id");
  const version = Number(fields["version"] ?? 1);
  const isRecord = textIn(fields["text"]) ?? textIn(fields["deleted_at"]);
  if (id === undefined || isRecord === undefined) return undefined;
  return Number.isSafeInteger(version) && version > 0
    ? { id: shortId(id), version, fields, where }
    : undefined;
}

/** Which versions there are; of a version that was written twice the later line counts. */
export type Versions = Map<string, Map<number, string>>;

export function noteVersion({ id, version, where }: OlderLine, versions: Versions): void {
  const known = versions.get(id) ?? new Map<number, string>();
  versions.set(id, known.set(version, where));
}

/** The records of the lines, as they come. */
export function olderRecords(
  versions: Versions,
  tenant: string,
): (line: OlderLine) => Generator<ImportRecord> {
  const ready = inOrder(versions);
  const before = new Map<string, Before>();
  return function* (line) {
    if (versions.get(line.id)?.get(line.version) !== line.where)
      yield { type: "left_out", why: "a version that was written again" };
    else
      for (const next of ready(line)) {
        yield* olderRecord(next, { tenant, before: before.get(next.id) });
        before.set(next.id, { isDeleted: whenIn(next.fields, "deleted_at") !== undefined });
      }
  };
}

/** Gives each line once those of the versions before it were given. */
function inOrder(versions: Versions): (line: OlderLine) => readonly OlderLine[] {
  const waiting = new Map<string, OlderLine[]>();
  const due = new Map<string, number[]>();
  return (line) => {
    const { id } = line;
    const order = due.get(id) ?? [...(versions.get(id)?.keys() ?? [])].sort((a, b) => a - b);
    due.set(id, order);
    const held = [...(waiting.get(id) ?? []), line];
    const nextDue = () => held.find(({ version }) => version === order[0]);
    const ready: OlderLine[] = [];
    for (let next = nextDue(); next !== undefined; next = nextDue()) {
      ready.push(next);
      held.splice(held.indexOf(next), 1);
      order.shift();
    }
    waiting.set(id, held);
    return ready;
  };
}

type Before = Readonly<{ isDeleted: boolean }>;

function* olderRecord(
  { id, version, fields, where }: OlderLine,
  { before, tenant }: Readonly<{ before: Before | undefined; tenant: string }>,
): Generator<ImportRecord> {
  const { memory, odd } = memoryOf(fields);
  for (const reason of odd) yield { type: "odd", where, reason };
  const deletedAt = whenIn(fields, "deleted_at");
  const row = memoryRow(
    {
      ...{ id, version, kind: "canon", text: textIn(fields["text"]) ?? "" },
      ...memory,
      ...(deletedAt === undefined ? {} : { state: "soft_deleted", updatedAt: deletedAt }),
    },
    { where, tenant },
  );
  if (row.type !== "moved" || row.record.type !== "version") return;
  const { record } = row;
  const event = eventOf(before, deletedAt !== undefined);
  const at = record.memory.updatedAt;
  yield { ...row, record: { ...record, change: { ...record.change, event, at } } };
}

function eventOf(before: Before | undefined, isDeleted: boolean) {
  if (isDeleted) return "DELETE";
  if (before === undefined) return "ADD";
  return before.isDeleted ? "RESTORE" : "UPDATE";
}

type Read = Readonly<{ memory: Partial<Memory>; odd: readonly string[] }>;

function memoryOf(fields: Fields): Read {
  const odd: string[] = [];
  const note = (name: string, value: unknown, instead: string) => {
    if (value !== undefined && value !== null && value !== "")
      odd.push(`\`${name}\` cannot be read; taken as ${instead}`);
  };
  const { tier, tags } = fields;
  const isRegister = tier === "register";
  if (!isRegister && tier !== "canon") note("tier", tier, "canon");
  if (!Array.isArray(tags)) note("tags", tags, "none");
  const source = VAULT_SOURCES.find((known) => known === fields["source"]);
  if (source === undefined) note("source", fields["source"], "none");
  const scope = scopeOf(fields);
  if (scope === undefined) note("scope", fields["scope"] ?? "none", "shared");
  const createdAt = whenIn(fields, "created_at");
  if (createdAt === undefined) note("created_at", fields["created_at"], "the time of the move");
  const topic = textIn(fields["topic_id"]);
  const memory = omitUndefined({
    kind: isRegister ? ("register" as const) : ("canon" as const),
    scope: scope ?? "shared",
    category: category(fields),
    topicId: topic === undefined ? undefined : shortId(topic),
    tags: tagsOf(tags),
    source,
    createdAt,
    updatedAt: whenIn(fields, "updated_at") ?? createdAt,
  });
  return { memory, odd };
}

/** Whose scope is called as ours for people is nobody's here. */
function scopeOf(fields: Fields): string | undefined {
  const scope = textIn(fields["scope"]);
  if (scope === undefined) return undefined;
  return scope !== "shared" && RESERVED_SCOPES.some((one) => one === scope)
    ? undefined
    : shortId(scope);
}

function category(fields: Fields): string | undefined {
  const given = textIn(fields["category"]);
  return given === undefined ? undefined : shortId(given);
}

function tagsOf(tags: unknown): readonly string[] {
  return [...new Set(listIn(tags).flatMap((tag) => textsIn([tag]).map(shortId)))];
}
