// Documents that agent frameworks keep: screened, stored, and found by meaning.

import { MemoryError } from "../errors.ts";
import type {
  DocumentAddress,
  DocumentChange,
  DocumentChangeSet,
  Folder,
  Shelf,
} from "../model/document.ts";
import { modelKey } from "../model/embedding-text.ts";
import type { CurateDeps, Screen } from "./actor-context.ts";

/** A document to be: its screened content, and the parts of it by whose meaning it is found. */
type DocumentDraft = Readonly<{
  type: "put";
  at: DocumentAddress;
  content: Screened;
  index: readonly string[];
}>;

export type DocumentDraftSet = Readonly<
  Pick<DocumentChangeSet, "actor" | "expect"> & {
    shelf: Shelf;
    changes: readonly (Exclude<DocumentChange, { type: "put" }> | DocumentDraft)[];
  }
>;

export async function keepDocuments(set: DocumentDraftSet, deps: CurateDeps): Promise<void> {
  const { shelf, ...decided } = set;
  const changes = await embedded(set, deps);
  const at = deps.now().toISOString();
  await deps.store.frameworks.documents.commit(shelf, { ...decided, changes, at });
}

/** Before the transaction, because none is held while a model is asked. */
async function embedded(
  { shelf, changes }: DocumentDraftSet,
  { embedder, ids }: CurateDeps,
): Promise<readonly DocumentChange[]> {
  const texts = changes.flatMap((change) => (change.type === "put" ? change.index : []));
  const payer = { tenant: shelf.tenant };
  const vectors = texts.length === 0 ? [] : await embedder.embed(texts, "document", payer);
  const model = modelKey(embedder.model);
  let next = 0;
  return changes.map((change): DocumentChange => {
    if (change.type !== "put") return change;
    const own = vectors.slice(next, next + change.index.length);
    next += change.index.length;
    return {
      type: "put",
      at: change.at,
      id: ids(),
      text: textOf(change.content),
      vectors: own.map((vector) => ({ model, vector })),
    };
  });
}

/** A text is kept as it is, anything else as JSON. */
function textOf({ content }: Screened): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

// Which documents of a folder are nearest in meaning to a question. Exact: every vector there is compared.

export type NearDocument = Readonly<{ id: string; score: number }>;

type NearestInput = Readonly<{ shelf: Shelf; folder: Folder; query: string }>;

/** Best first; a document counts by the best of its parts. Those without a vector are not in it. */
export async function nearestDocuments(
  { shelf, folder, query }: NearestInput,
  { store, embedder }: Pick<CurateDeps, "store" | "embedder">,
): Promise<readonly NearDocument[]> {
  const [asked] = await embedder.embed([query], "query", { tenant: shelf.tenant });
  if (asked === undefined) return [];
  const model = modelKey(embedder.model);
  const best = new Map<string, number>();
  for (const { id, vector } of await store.frameworks.documents.vectors(shelf, { folder, model })) {
    const score = dot(asked, vector);
    if (score > (best.get(id) ?? Number.NEGATIVE_INFINITY)) best.set(id, score);
  }
  return [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}

/** Vectors are of unit length, so this is the cosine. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}

// Screens what a framework wants to keep, as the write path screens what it hears. Only what went through here can be
// put into a document.

declare const SCREENED: unique symbol;

/** `content` is safe to keep; `isChanged` when something private was cut out of it. */
export type Screened<T = unknown> = Readonly<{ content: T; isChanged: boolean }> & {
  readonly [SCREENED]: true;
};

const MAX_CHARACTERS = 1_048_576;
const MAX_DEPTH = 100;

export function screenText(text: string, screen: Screen): Screened<string> {
  if (text.length > MAX_CHARACTERS) throw tooLarge();
  const content = kept(text, screen);
  return { content, isChanged: content !== text } as Screened<string>;
}

/** Every text in a JSON value, at any depth. Names of fields are not reworded, so one that is private is refused. */
export function screenJson(value: unknown, screen: Screen): Screened {
  const written = JSON.stringify(value) ?? "";
  if (written.length > MAX_CHARACTERS) throw tooLarge();
  const content = screenedValue(JSON.parse(written || "null"), screen, 0);
  return { content, isChanged: JSON.stringify(content) !== written } as Screened;
}

function screenedValue(value: unknown, screen: Screen, depth: number): unknown {
  if (typeof value === "string") return kept(value, screen);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH)
    throw new MemoryError("invalid_input", `A document nests deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) return value.map((inner) => screenedValue(inner, screen, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      sameName(field, screen),
      screenedValue(inner, screen, depth + 1),
    ]),
  );
}

/** A name is an address: cut into, it would lead elsewhere. */
export function sameName(name: string, screen: Screen): string {
  if (kept(name, screen) === name) return name;
  throw new MemoryError("invalid_input", "A name holds private data and cannot be kept.", {
    details: { code: "private_name" },
  });
}

/** Nobody is there to ask when a framework writes, so what would wait for a person is refused. */
function kept(text: string, screen: Screen): string {
  const verdict = screen(text);
  if (verdict.outcome === "pass") return verdict.text;
  throw new MemoryError(
    "invalid_input",
    "The guard does not let this text be kept: it speaks to the model that will read it, or could not be screened.",
    { details: { code: "held_by_guard" } },
  );
}

function tooLarge(): MemoryError {
  return new MemoryError(
    "too_large",
    `A document may have at most ${MAX_CHARACTERS} characters; keep it in several.`,
  );
}
