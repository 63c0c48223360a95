// Who the people of a profile database are, and in which guilds. A note names its guild; a person, a line of a profile
// and a flat fact do not, so they are where the notes and the open buffers have them.

import type { ForeignDatabase, ForeignRow } from "../../ports/foreign-database.ts";
import { shortId } from "../drafts.ts";
import type { ImportOptions } from "../record.ts";
import { fieldsIn, listIn, parseJson, textIn } from "../text/parse-json.ts";
import { idIn, listOf, ownId, rowsOf, tenantOf, whenIn, wordsIn } from "./moved.ts";

export type Person = Readonly<{
  /** The platform's own id. */
  id: string;
  /** In the old table. */
  row: string;
  name?: string | undefined;
  username?: string | undefined;
  isKnown: boolean;
}>;

export type NoteOf = Readonly<{
  tenant: string;
  createdAt: string | undefined;
  /** Undefined where the column cannot be read. */
  participants: readonly string[] | undefined;
  sources: readonly string[] | undefined;
}>;

export interface Guilds {
  /** For what is of no guild. */
  readonly home: string;
  /** Every tenant that anything goes to. */
  tenants(): readonly string[];
  tenant(guild: string): string;
  note(id: string): NoteOf | undefined;
  person(key: string): Person;
  people(): Iterable<Person>;
  /** The tenants a person is in; the home where they are in none. */
  of(person: string): readonly string[];
  /** The one tenant a person is in; the home where that is not one. */
  only(person: string): string;
}

export function guildsOf(db: ForeignDatabase, options: ImportOptions): Guilds {
  const home = options.tenant;
  const people = peopleIn(db);
  const person = (key: string): Person => people.get(key) ?? strangerOf(key, people.size > 0);
  const notes = notesIn(db, { options, person });
  const places = new Map<string, Set<string>>();
  const put = (id: string, tenant: string) => {
    places.set(id, (places.get(id) ?? new Set()).add(tenant));
  };
  const tenants = new Set<string>();
  for (const { tenant, participants = [] } of notes.values()) {
    tenants.add(tenant);
    for (const id of participants) put(id, tenant);
  }
  for (const [tenant, ids] of inBuffers(db, options)) {
    tenants.add(tenant);
    for (const id of ids) put(id, tenant);
  }
  for (const { row } of rowsOf(db, "guild_user_profiles")) {
    const [guild, key] = [idIn(row, "guild_id"), idIn(row, "user_id")];
    if (key !== undefined) put(person(key).id, tenantOf(guild, options));
  }
  return {
    home,
    tenants: () => (tenants.size === 0 ? [home] : [...tenants]),
    tenant: (guild) => tenantOf(guild, options),
    note: (id) => notes.get(id),
    person,
    people: () => people.values(),
    of: (id) => [...(places.get(id) ?? [home])],
    only: (id) => {
      const [first, ...others] = places.get(id) ?? tenants;
      return first === undefined || others.length > 0 ? home : first;
    },
  };
}

function peopleIn(db: ForeignDatabase): ReadonlyMap<string, Person> {
  const people = new Map<string, Person>();
  for (const { row } of rowsOf(db, "users")) {
    const key = idIn(row, "id");
    const id = idIn(row, "discord_id");
    if (key === undefined || id === undefined) continue;
    const username = wordsIn(row, "username");
    const name = wordsIn(row, "preferred_name", "display_name") ?? username;
    people.set(key, { id: shortId(id), row: key, name, username, isKnown: true });
  }
  return people;
}

/** Without a table of users the id is the platform's own. */
function strangerOf(key: string, isTable: boolean): Person {
  return { id: isTable ? ownId("users", key) : shortId(key), row: key, isKnown: !isTable };
}

type Joining = Readonly<{ options: ImportOptions; person: (key: string) => Person }>;

function notesIn(db: ForeignDatabase, { options, person }: Joining): ReadonlyMap<string, NoteOf> {
  const joined = new Map<string, string[]>();
  for (const { row } of rowsOf(db, "note_participants")) {
    const [note, key] = [idIn(row, "note_id"), idIn(row, "participant_user_id")];
    if (note === undefined || key === undefined) continue;
    const ids = joined.get(note) ?? [];
    joined.set(note, ids);
    ids.push(person(key).id);
  }
  const notes = new Map<string, NoteOf>();
  for (const { row } of rowsOf(db, "interaction_notes")) {
    const id = idIn(row, "id");
    if (id !== undefined) notes.set(id, noteOf(row, joined.get(id), options));
  }
  return notes;
}

function noteOf(
  row: ForeignRow,
  joined: readonly string[] | undefined,
  options: ImportOptions,
): NoteOf {
  const written = listOf(row, "participants");
  return {
    tenant: tenantOf(idIn(row, "guild_id"), options),
    createdAt: whenIn(row, "created_at", "note_date"),
    participants: written && [...written.map(shortId), ...(joined ?? [])],
    sources: listOf(row, "source_note_ids"),
  };
}

/** Who speaks in the buffers of each tenant. */
function* inBuffers(
  db: ForeignDatabase,
  options: ImportOptions,
): Generator<readonly [tenant: string, ids: readonly string[]]> {
  for (const { row } of rowsOf(db, "channel_buffers")) {
    const said = listIn(parseJson(textIn(row["messages"]) ?? ""));
    const ids = said.flatMap((one) => idIn(fieldsIn(one), "discord_id", "author_id") ?? []);
    yield [tenantOf(idIn(row, "guild_id"), options), ids.map(shortId)];
  }
}
