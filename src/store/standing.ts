// What searches read of a tenant, held for as long as nothing is written to the file. A change of this process throws
// all of it away before it is committed, one of another process before the next look; so it never answers for a row
// that changed since, and nothing that was erased stays in it.

import type { Memory } from "../model/memory.ts";
import type { Message } from "../model/message.ts";
import type { Relation } from "../model/relation.ts";

/** What one viewer sees through one filter: true from the time it was begun until the next memory runs out. */
export type Seen<T> = {
  readonly since: number;
  readonly until: number;
  readonly rows: Map<number, T>;
  readonly byId: Map<string, T>;
  /** Of rows that were asked about, whether they are seen; those that were read are. */
  readonly meets: Map<number, boolean>;
  /** Of a large tenant thousands may be asked about that no later question comes upon. */
  readonly keepsVerdicts: boolean;
  /** Of each memory that was asked about, its edges to what is seen. */
  readonly edges: Map<string, readonly SeenEdge[]>;
  /** The numbers of all rows, seen or not, of whom the filter names; undefined until somebody asked for them. */
  named: ReadonlySet<number> | "many" | undefined;
  /** Whether an index was found to lead to too many rows to name them. */
  isWide: boolean;
  readonly room: Room;
};

export type SeenEdge = Readonly<{ near: string; far: string; relation: Relation }>;

/** The rows that hold a word. */
export type WordRows = Readonly<{
  body: readonly number[];
  /** Undefined where the index left it out. */
  context: readonly number[] | undefined;
}>;

/** What is held of the items of one sort of one tenant. */
export type Held<T> = {
  /** How many there are; undefined until they were counted. */
  total: number | undefined;
  /** Whether it outlives the search: then everything that is read is worth holding. */
  isKept: boolean;
  readonly words: Map<string, WordRows>;
  /** By viewer, filter and look. */
  readonly seen: Map<string, Seen<T>>;
  /** By model. */
  readonly vectors: Map<string, Vectors>;
  readonly room: Room;
};

/** About what is held takes, in bytes. */
export type Room = { bytes: number };

/** By tenant. `areKept`: until something changes; without it every search begins with nothing. */
export type Tenants<T> = Readonly<{ held: Map<string, Held<T>>; room: Room; areKept: boolean }>;

export type Standing = Readonly<{
  memory: Tenants<Memory>;
  message: Tenants<Message>;
  room: Room;
}>;

/** Of a tenant with more items nothing outlives a search: it would cost a hundred megabytes. */
export const SMALL_TENANT = 10_000;
const MAX_BYTES = 32_000_000;
const ROW_BYTES = 1_500;
const LETTER_BYTES = 2;
const NUMBER_BYTES = 8;
const VERDICT_BYTES = 40;
const ENTRY_BYTES = 100;
/** A tenant or a viewer of whom nothing is held yet. */
const EMPTY_BYTES = 500;

export function nothingStands({ areKept }: Pick<Tenants<unknown>, "areKept">): Standing {
  const room = { bytes: 0 };
  const tenants = { room, areKept };
  return {
    memory: { ...tenants, held: new Map() },
    message: { ...tenants, held: new Map() },
    room,
  };
}

/** Whether it should be thrown away for what it takes. */
export function isFull({ room }: Standing): boolean {
  return room.bytes > MAX_BYTES;
}

export function nothingHeld<T>(room: Room = { bytes: 0 }): Held<T> {
  room.bytes += EMPTY_BYTES;
  return {
    ...{ total: undefined, isKept: false, room },
    ...{ words: new Map(), seen: new Map(), vectors: new Map() },
  };
}

export function heldOf<T>({ held, room }: Tenants<T>, tenant: string): Held<T> {
  const known = held.get(tenant);
  if (known !== undefined) return known;
  const fresh = nothingHeld<T>(room);
  held.set(tenant, fresh);
  return fresh;
}

export function heldForSearch<T>(tenants: Tenants<T>, tenant: string, total: number): Held<T> {
  const isKept = tenants.areKept && total < SMALL_TENANT;
  const held = isKept ? heldOf(tenants, tenant) : nothingHeld<T>();
  held.total = total;
  held.isKept = isKept;
  return held;
}

type Span = Pick<Seen<unknown>, "since" | "until" | "room" | "keepsVerdicts">;

export function nothingSeen<T>({ since, until, room, keepsVerdicts }: Span): Seen<T> {
  room.bytes += EMPTY_BYTES;
  return {
    since,
    until,
    rows: new Map(),
    byId: new Map(),
    meets: new Map(),
    keepsVerdicts,
    edges: new Map(),
    named: undefined,
    isWide: false,
    room,
  };
}

export function holdNamed<T>(seen: Seen<T>, named: ReadonlySet<number> | "many"): void {
  seen.named = named;
  seen.room.bytes += named === "many" ? 0 : VERDICT_BYTES * named.size;
}

/** Whether rows that were asked about are seen. */
export function holdVerdicts<T>(
  { meets, room, keepsVerdicts }: Seen<T>,
  asked: readonly number[],
  isSeen: (seq: number) => boolean,
): void {
  if (!keepsVerdicts) return;
  for (const seq of asked) meets.set(seq, isSeen(seq));
  room.bytes += VERDICT_BYTES * asked.length;
}

export function holdRow<T extends Readonly<{ id: string; text: string }>>(
  seen: Seen<T>,
  row: T,
): void {
  seen.byId.set(row.id, row);
  seen.room.bytes += ROW_BYTES + LETTER_BYTES * row.text.length;
}

/** All edges of these memories to what is seen; of some there may be none. */
export function holdEdges<T>(
  seen: Seen<T>,
  ids: readonly string[],
  edges: readonly SeenEdge[],
): void {
  const byNear = new Map<string, SeenEdge[]>(ids.map((id) => [id, []]));
  for (const edge of edges) byNear.get(edge.near)?.push(edge);
  for (const [id, own] of byNear) seen.edges.set(id, own);
  seen.room.bytes += ENTRY_BYTES * (ids.length + 2 * edges.length);
}

export function holdWord<T>(held: Held<T>, word: string, rows: WordRows): void {
  held.words.set(word, rows);
  held.room.bytes += ENTRY_BYTES + NUMBER_BYTES * (rows.body.length + (rows.context?.length ?? 0));
}

/** By id; null where there is none. */
type Vectors = Map<string, Float32Array | null>;

/** The vectors of one model that are held; undefined where none are to be held. */
export function vectorsHeld<T>(held: Held<T>, model: string): Vectors | undefined {
  if (!held.isKept) return undefined;
  const known: Vectors = held.vectors.get(model) ?? new Map();
  held.vectors.set(model, known);
  return known;
}

export function holdVector<T>(
  held: Held<T>,
  vectors: Vectors,
  { id, vector }: Readonly<{ id: string; vector: Float32Array | null }>,
): void {
  vectors.set(id, vector);
  held.room.bytes += ENTRY_BYTES + (vector?.byteLength ?? 0);
}
