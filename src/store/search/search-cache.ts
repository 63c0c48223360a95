// Cache of what searches read of a tenant. A write of this process empties it before the commit, a write of another
// process before the next search, so it never holds a changed or erased row.

import type { Memory, MemoryLine, Relation } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";

/** What one viewer sees through one filter: true from the time it was begun until the next memory runs out. */
export type CachedView<T> = {
  readonly since: number;
  readonly until: number;
  readonly rows: Map<number, T>;
  readonly byId: Map<string, T>;
  /** Of rows that were asked about, whether they are seen; those that were read are. */
  readonly meets: Map<number, boolean>;
  /** Of a large tenant thousands may be asked about that no later question comes upon. */
  readonly keepsVerdicts: boolean;
  /** Of each memory that was asked about, its edges to what is seen. */
  readonly edges: Map<string, readonly CachedEdge[]>;
  /** The numbers of all rows, seen or not, of whom the filter names; undefined until somebody asked for them. */
  named: ReadonlySet<number> | "many" | undefined;
  /** Whether an index was found to lead to too many rows to name them. */
  isWide: boolean;
  readonly room: CacheSize;
};

export type CachedEdge = Readonly<{ near: string; far: string; relation: Relation }>;

/** The rows that hold a word. */
export type WordRows = Readonly<{
  body: readonly number[];
  /** Undefined where the index left it out. */
  context: readonly number[] | undefined;
}>;

/** What is held of the items of one sort of one tenant. */
export type TenantCache<T> = {
  /** How many there are; undefined until they were counted. */
  total: number | undefined;
  /** Whether it outlives the search: then everything that is read is worth holding. */
  isKept: boolean;
  readonly words: Map<string, WordRows>;
  /** By viewer, filter and look. */
  readonly seen: Map<string, CachedView<T>>;
  /** By model. */
  readonly vectors: Map<string, Vectors>;
  readonly room: CacheSize;
};

/** About what is held takes, in bytes. */
type CacheSize = { bytes: number };

/** By tenant. `areKept`: until something changes; without it every search begins with nothing. */
export type TenantCaches<T> = Readonly<{
  held: Map<string, TenantCache<T>>;
  room: CacheSize;
  areKept: boolean;
}>;

export type SearchCache = Readonly<{
  memory: TenantCaches<Memory>;
  /** What lines about to be written are compared with. */
  line: TenantCaches<MemoryLine>;
  message: TenantCaches<Message>;
  room: CacheSize;
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

export function emptySearchCache({ areKept }: Pick<TenantCaches<unknown>, "areKept">): SearchCache {
  const room = { bytes: 0 };
  const tenants = { room, areKept };
  return {
    memory: { ...tenants, held: new Map() },
    line: { ...tenants, held: new Map() },
    message: { ...tenants, held: new Map() },
    room,
  };
}

/** Whether it should be thrown away for what it takes. */
function isFull({ room }: SearchCache): boolean {
  return room.bytes > MAX_BYTES;
}

export function emptyTenantCache<T>(room: CacheSize = { bytes: 0 }): TenantCache<T> {
  room.bytes += EMPTY_BYTES;
  return {
    total: undefined,
    isKept: false,
    room,
    words: new Map(),
    seen: new Map(),
    vectors: new Map(),
  };
}

export function tenantCache<T>({ held, room }: TenantCaches<T>, tenant: string): TenantCache<T> {
  const known = held.get(tenant);
  if (known !== undefined) return known;
  const fresh = emptyTenantCache<T>(room);
  held.set(tenant, fresh);
  return fresh;
}

/**
 * For whoever is about to write. A single line is compared once, and what it read does not outlive its own commit; from
 * the second look on, lines of a batch are being decided, which find the same rows again.
 */
export function cacheForWriting<T>(tenants: TenantCaches<T>, tenant: string): TenantCache<T> {
  if (!tenants.areKept) return emptyTenantCache<T>();
  const isRepeated = tenants.held.has(tenant);
  const held = tenantCache(tenants, tenant);
  held.isKept = isRepeated;
  return held;
}

export function cacheForSearch<T>(
  tenants: TenantCaches<T>,
  tenant: string,
  total: number,
): TenantCache<T> {
  const isKept = tenants.areKept && total < SMALL_TENANT;
  const held = isKept ? tenantCache(tenants, tenant) : emptyTenantCache<T>();
  held.total = total;
  held.isKept = isKept;
  return held;
}

type Span = Pick<CachedView<unknown>, "since" | "until" | "room" | "keepsVerdicts">;

export function emptyView<T>({ since, until, room, keepsVerdicts }: Span): CachedView<T> {
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

export function cacheFilteredRows<T>(
  seen: CachedView<T>,
  named: ReadonlySet<number> | "many",
): void {
  seen.named = named;
  seen.room.bytes += named === "many" ? 0 : VERDICT_BYTES * named.size;
}

/** Whether rows that were asked about are seen. */
export function cacheVerdicts<T>(
  { meets, room, keepsVerdicts }: CachedView<T>,
  asked: readonly number[],
  isSeen: (seq: number) => boolean,
): void {
  if (!keepsVerdicts) return;
  for (const seq of asked) meets.set(seq, isSeen(seq));
  room.bytes += VERDICT_BYTES * asked.length;
}

export function cacheRow<T extends Readonly<{ id: string; text: string }>>(
  seen: CachedView<T>,
  row: T,
): void {
  seen.byId.set(row.id, row);
  seen.room.bytes += ROW_BYTES + LETTER_BYTES * row.text.length;
}

/** All edges of these memories to what is seen; of some there may be none. */
export function cacheEdges<T>(
  seen: CachedView<T>,
  ids: readonly string[],
  edges: readonly CachedEdge[],
): void {
  const byNear = new Map<string, CachedEdge[]>(ids.map((id) => [id, []]));
  for (const edge of edges) byNear.get(edge.near)?.push(edge);
  for (const [id, own] of byNear) seen.edges.set(id, own);
  seen.room.bytes += ENTRY_BYTES * (ids.length + 2 * edges.length);
}

export function cacheWord<T>(held: TenantCache<T>, word: string, rows: WordRows): void {
  held.words.set(word, rows);
  held.room.bytes += ENTRY_BYTES + NUMBER_BYTES * (rows.body.length + (rows.context?.length ?? 0));
}

/** By id; null where there is none. */
type Vectors = Map<string, Float32Array | null>;

/** The vectors of one model that are held; undefined where none are to be held. */
export function cachedVectors<T>(held: TenantCache<T>, model: string): Vectors | undefined {
  if (!held.isKept) return undefined;
  const known: Vectors = held.vectors.get(model) ?? new Map();
  held.vectors.set(model, known);
  return known;
}

export function cacheVector<T>(
  held: TenantCache<T>,
  vectors: Vectors,
  { id, vector }: Readonly<{ id: string; vector: Float32Array | null }>,
): void {
  vectors.set(id, vector);
  held.room.bytes += ENTRY_BYTES + (vector?.byteLength ?? 0);
}

// Cache invalidation: by our own writes, and by `PRAGMA data_version` for those of other connections.

export interface CacheInvalidation {
  current(): SearchCache;
  /** Before anything is written. */
  forget(): void;
}

/** `version` is another number after every commit of another connection. */
export function invalidateOnChange(version: () => number): CacheInvalidation {
  let cached: SearchCache | undefined;
  let known = Number.NaN;
  return {
    current: () => {
      const now = version();
      if (cached === undefined || now !== known || isFull(cached))
        cached = emptySearchCache({ areKept: true });
      known = now;
      return cached;
    },
    forget: () => {
      cached = undefined;
    },
  };
}
