// Profiles and interaction notes of a chat bot, in the tables `users`, `user_profiles`, `interaction_notes`,
// `channel_buffers` and `memory_job_log`, and the flat `facts` that came before them. Each guild is a tenant.

import { SECTIONS, type Section } from "../../model/kinds.ts";
import { NAME_TAG } from "../../model/memory.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import type { ForeignDatabase, ForeignRow, OpenForeign } from "../../ports/foreign-database.ts";
import { shortId } from "../drafts.ts";
import type { Importer, ImportOptions, ImportRecord } from "../record.ts";
import { type Fields, fieldsIn, listIn, parseJson, textIn } from "../text/parse-json.ts";
import { buffered } from "./channel-buffers.ts";
import {
  fromSqlite,
  hashOf,
  idIn,
  isSet,
  memoryRow,
  type Numbered,
  ownId,
  rowsOf,
  whenIn,
  wordsIn,
} from "./moved.ts";
import { noteVectors } from "./old-vectors.ts";
import { type Guilds, guildsOf, type Person } from "./profile-guilds.ts";

const NOTES = "interaction_notes";

type Reading = Readonly<{ db: ForeignDatabase; guilds: Guilds; options: ImportOptions }>;

export function fromProfiles(openForeign: OpenForeign): Importer {
  return fromSqlite(openForeign, function* ({ db, options }) {
    const reading = { db, guilds: guildsOf(db, options), options };
    // Notes come before the lines that name them.
    for (const { row, where } of rowsOf(db, NOTES)) yield* noteIn(row, where, reading);
    yield* namesIn(reading);
    for (const { row, where } of profilesIn(db)) yield* profileIn(row, where, reading);
    for (const { row, where } of rowsOf(db, "facts")) yield factIn(row, where, reading);
    yield* nightsIn(reading);
    for (const { row, where } of rowsOf(db, "channel_buffers"))
      yield* buffered(row, where, options);
    yield* vectorsIn(reading);
  });
}

/** Those of one guild each came later. */
function* profilesIn(db: ForeignDatabase): Generator<Numbered> {
  yield* rowsOf(db, "user_profiles");
  yield* rowsOf(db, "guild_user_profiles");
}

function* noteIn(row: ForeignRow, where: string, { guilds }: Reading): Generator<ImportRecord> {
  const id = idIn(row, "id");
  const text = wordsIn(row, "summary");
  if (id === undefined || text === undefined) {
    yield { type: "bad", where, reason: "a note without an id or a summary" };
    return;
  }
  const { participants, sources, tenant } = guilds.note(id) ?? {};
  if (participants === undefined) yield odd(where, "participants");
  if (sources === undefined) yield odd(where, "source_note_ids");
  const day = whenIn(row, "note_date");
  const createdAt = whenIn(row, "created_at") ?? day;
  yield memoryRow(
    {
      id: ownId(NOTES, id),
      text,
      kind: row["note_type"] === "topic_cluster" ? "topic" : "episode",
      category: "event",
      participants: participants ?? [],
      derivedFrom: (sources ?? []).map((source) => ownId(NOTES, source)),
      ...omitUndefined({
        title: wordsIn(row, "title"),
        channel: idIn(row, "channel_id"),
        createdAt,
        validFrom: day ?? createdAt,
      }),
    },
    { where, tenant: tenant ?? guilds.home },
  );
}

/** What people are called, where they are known. */
function* namesIn({ guilds }: Reading): Generator<ImportRecord> {
  for (const { id, row, name, username } of guilds.people()) {
    const where = `users ${row}`;
    if (name === undefined) continue;
    const also = username === undefined || username === name ? "" : ` (${username})`;
    for (const tenant of guilds.of(id))
      yield memoryRow(
        {
          id: `users:${row}`,
          text: `Goes by ${name}${also}.`,
          kind: "fact",
          subject: id,
          user: id,
          category: "profile",
          title: name,
          tags: [NAME_TAG],
        },
        { where, tenant },
      );
  }
}

function* profileIn(row: ForeignRow, where: string, reading: Reading): Generator<ImportRecord> {
  const key = idIn(row, "user_id");
  if (key === undefined) {
    yield { type: "bad", where, reason: "a profile without a user" };
    return;
  }
  const person = reading.guilds.person(key);
  if (!person.isKnown) yield { type: "odd", where, reason: `user ${key} is not in \`users\`` };
  for (const section of SECTIONS) yield* sectionIn({ row, where, section, person }, reading);
}

function* sectionIn(place: Line, reading: Reading): Generator<ImportRecord> {
  const { row, where, section } = place;
  const written = parseJson(textIn(row[section]) ?? "[]");
  if (!Array.isArray(written)) yield odd(where, section);
  for (const line of listIn(written)) {
    const fields = typeof line === "string" ? { text: line } : fieldsIn(line);
    const record = lineIn(fields, place, reading);
    if (record !== undefined) yield record;
  }
}

type Line = Readonly<{ row: ForeignRow; where: string; section: Section; person: Person }>;

function lineIn(
  fields: Fields,
  { row, where, section, person }: Line,
  { guilds }: Reading,
): ImportRecord | undefined {
  const text = textIn(fields["text"]);
  if (text === undefined) return undefined;
  const noteId = idIn(fields, "note_id");
  const note = noteId === undefined ? undefined : guilds.note(noteId);
  const guild = idIn(row, "guild_id");
  const updatedAt = whenIn(row, "updated_at");
  const createdAt = note?.createdAt ?? updatedAt;
  return memoryRow(
    {
      id: `user_profiles:${hashOf([person.id, section, text])}`,
      text,
      kind: "trait",
      section,
      category: "profile",
      subject: person.id,
      user: person.id,
      derivedFrom: noteId === undefined ? [] : [ownId(NOTES, noteId)],
      ...omitUndefined({ createdAt, updatedAt: updatedAt ?? createdAt, validFrom: createdAt }),
    },
    {
      where: `${where} ${section}`,
      tenant: guild === undefined ? (note?.tenant ?? guilds.only(person.id)) : guilds.tenant(guild),
    },
  );
}

/** Flat facts name no guild: they go where their person is, if that is one place. */
function factIn(row: ForeignRow, where: string, { guilds }: Reading): ImportRecord {
  const text = wordsIn(row, "fact_text", "fact", "text", "content");
  const key = idIn(row, "user_id", "subject", "discord_id");
  const id = idIn(row, "id");
  if (text === undefined || key === undefined)
    return { type: "bad", where, reason: "has no fact or no user" };
  const person = guilds.person(key);
  const said = idIn(row, "original_message_id", "source_message_id", "message_id");
  const createdAt = whenIn(row, "created_at");
  const guild = idIn(row, "guild_id");
  return memoryRow(
    {
      id: ownId("facts", id ?? hashOf([person.id, text])),
      text,
      kind: "fact",
      subject: person.id,
      user: person.id,
      category: "other",
      state: isSet(row, "is_active") === false ? "archived" : "active",
      writer: { actor: person.id },
      evidence:
        said === undefined
          ? []
          : [{ type: "span", messageId: shortId(said), start: 0, end: 0, quote: "" }],
      ...omitUndefined({
        createdAt,
        updatedAt: whenIn(row, "updated_at") ?? createdAt,
        validFrom: createdAt,
        channel: idIn(row, "channel_id"),
      }),
    },
    { where, tenant: guild === undefined ? guilds.only(person.id) : guilds.tenant(guild) },
  );
}

/** The last midnight job, so that ours goes on from there. */
function* nightsIn({ db, guilds }: Reading): Generator<ImportRecord> {
  for (const { row, where } of rowsOf(db, "memory_job_log")) {
    const at = whenIn(row, "last_run");
    if (at === undefined) {
      yield odd(where, "last_run");
      continue;
    }
    for (const tenant of guilds.tenants()) {
      const run = { tenant, name: "nightly", key: "", startedAt: at, endedAt: at } as const;
      const record = { type: "run", run: { ...run, outcome: "ok", detail: {} } } as const;
      yield { type: "moved", where, tenant, record };
    }
  }
}

function* vectorsIn({ db, guilds, options }: Reading): Generator<ImportRecord> {
  const { vectorsOf: model } = options;
  if (model === undefined) return;
  for (const { id, vector } of noteVectors(db)) {
    const tenant = guilds.note(id)?.tenant;
    if (tenant !== undefined)
      yield { type: "vector", item: "memory", id: ownId(NOTES, id), tenant, model, vector };
  }
}

function odd(where: string, column: string): ImportRecord {
  return { type: "odd", where, reason: `\`${column}\` cannot be read; taken as none` };
}
