// LangGraph's long-term store on our documents. A class, because LangGraph's contract is one; it only translates.

import { isDeepStrictEqual } from "node:util";
import {
  BaseStore,
  type GetOperation,
  InvalidNamespaceError,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from "@langchain/langgraph-checkpoint";
import type { Folder, Shelf, StoredDocument } from "../../model/document.ts";
import { ownValue } from "../../model/own-value.ts";
import type { DocumentDraftSet, Documents } from "../../operations/admin/frameworks.ts";
import type { MemoryEngine } from "../../operations/engine.ts";

const READ_AT_ONCE = 200;
const MAX_DEPTH = 32;
const DEFAULT_LIMIT = 10;

export type StoreOptions = Readonly<{
  tenant: string;
  /** Paths whose texts make an item findable by meaning when `put` names none. The whole item by default. */
  index?: readonly string[];
  /** Under what name the history keeps who wrote. */
  actor?: string;
}>;

export class MnemeStore extends BaseStore {
  readonly #documents: Documents;
  readonly #shelf: Shelf;
  readonly #index: readonly string[];
  readonly #actor: string;

  constructor(memory: Pick<MemoryEngine, "admin">, options: StoreOptions) {
    super();
    this.#documents = memory.admin.frameworks.documents;
    this.#shelf = { tenant: options.tenant, name: "langgraph", owner: "" };
    this.#index = options.index ?? ["$"];
    this.#actor = options.actor ?? "langgraph";
  }

  /** Reads see what was there before; then all writes happen together. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results = await Promise.all(operations.map((operation) => this.#read(operation)));
    const puts = operations.filter((operation) => "value" in operation);
    if (puts.length > 0) await this.#write(puts);
    return results as OperationResults<Op>;
  }

  #read(operation: Operation): Promise<unknown> {
    if ("value" in operation) return Promise.resolve(undefined);
    if ("namespacePrefix" in operation) return this.#search(operation);
    if ("key" in operation) return this.#get(operation);
    return this.#listNamespaces(operation);
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const found = await this.#documents.get(this.#shelf, { folder: namespace, name: key });
    return found === undefined ? null : itemOf(found);
  }

  async #search(operation: SearchOperation): Promise<SearchItem[]> {
    const { namespacePrefix, offset = 0, limit = DEFAULT_LIMIT, query } = operation;
    const enough = query === undefined ? offset + limit : Number.POSITIVE_INFINITY;
    const found = await this.#matching(operation, enough);
    const items = query === undefined ? found : await this.#ranked(namespacePrefix, query, found);
    return items.slice(offset, offset + limit).map(({ id: _id, ...item }) => item);
  }

  async #matching(
    { namespacePrefix, filter = {} }: SearchOperation,
    enough: number,
  ): Promise<Found[]> {
    const found: Found[] = [];
    for await (const document of this.#within(namespacePrefix)) {
      const item = itemOf(document);
      if (meets(item.value, filter)) found.push({ ...item, id: document.id });
      if (found.length >= enough) break;
    }
    return found;
  }

  async *#within(folder: Folder): AsyncGenerator<StoredDocument> {
    const query = { folder, limit: READ_AT_ONCE };
    let page = await this.#documents.within(this.#shelf, query);
    while (page.length > 0) {
      yield* page;
      const after = page.at(-1);
      if (after === undefined || page.length < READ_AT_ONCE) return;
      page = await this.#documents.within(this.#shelf, { ...query, after });
    }
  }

  /** Nearest in meaning first; what was stored without an index comes after, unscored. */
  async #ranked(folder: Folder, query: string, found: readonly Found[]): Promise<Found[]> {
    const byId = new Map(found.map((item) => [item.id, item]));
    const ranked: Found[] = [];
    for (const { id, score } of await this.#documents.nearest(this.#shelf, folder, query)) {
      const item = byId.get(id);
      if (item !== undefined) ranked.push({ ...item, score });
      byId.delete(id);
    }
    return [...ranked, ...byId.values()];
  }

  async #listNamespaces(operation: ListNamespacesOperation): Promise<string[][]> {
    const { files } = await this.#documents.tree(this.#shelf);
    return chosenNamespaces(
      files.map(({ folder }) => folder),
      operation,
    );
  }

  async #write(puts: readonly PutOperation[]): Promise<void> {
    await this.#documents.commit({
      shelf: this.#shelf,
      actor: this.#actor,
      changes: puts.flatMap((put) => this.#changesOf(put)),
    });
  }

  #changesOf({
    namespace: folder,
    key: name,
    value,
    index,
  }: PutOperation): DocumentDraftSet["changes"] {
    refuseNamespace(folder);
    const at = { folder, name };
    if (value === null)
      return [
        { type: "remove", at },
        { type: "removeFolder", folder },
      ];
    const content = this.#documents.screenJson(value);
    const paths = index === false ? [] : (index ?? this.#index);
    const texts = indexedTexts(content.content, paths);
    return [{ type: "put", at, content, index: texts }];
  }
}

type Found = SearchItem & Readonly<{ id: string }>;

function itemOf({ folder, name, text, createdAt, updatedAt }: StoredDocument): Item {
  return {
    namespace: [...folder],
    key: name,
    value: JSON.parse(text),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}

/** LangGraph's rules hold for `batch` too, where LangGraph itself does not check them. */
function refuseNamespace(namespace: Folder): void {
  const refused = (why: string) =>
    new InvalidNamespaceError(`${why}: ${JSON.stringify(namespace)}`);
  if (namespace.length === 0) throw refused("A namespace cannot be empty");
  if (namespace.length > MAX_DEPTH) throw refused(`A namespace has at most ${MAX_DEPTH} names`);
  if (namespace[0] === "langgraph") throw refused('A namespace cannot begin with "langgraph"');
  for (const name of namespace)
    if (typeof name !== "string" || name === "" || name.includes("."))
      throw refused("The names of a namespace are texts that are not empty and hold no period");
}

// Whether a store item meets a filter of LangGraph's search: fields equal to a value, or compared by operators.

type Compare = (found: unknown, wanted: unknown) => boolean;

const OPERATORS: Readonly<Record<string, Compare>> = {
  $eq: isDeepStrictEqual,
  $ne: (found, wanted) => !isDeepStrictEqual(found, wanted),
  $gt: (found, wanted) => order(found, wanted) > 0,
  $gte: (found, wanted) => order(found, wanted) >= 0,
  $lt: (found, wanted) => order(found, wanted) < 0,
  $lte: (found, wanted) => order(found, wanted) <= 0,
  $in: (found, wanted) => Array.isArray(wanted) && wanted.some(equals(found)),
  $nin: (found, wanted) => !Array.isArray(wanted) || !wanted.some(equals(found)),
};

function meets(
  value: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const found = Object.hasOwn(value, field) ? value[field] : undefined;
    return (
      operatorsOf(wanted)?.every(([is, bound]) => is(found, bound)) ??
      isDeepStrictEqual(found, wanted)
    );
  });
}

/** Undefined for a plain value. An operator that does not exist is refused: passed over, it would let everything in. */
function operatorsOf(wanted: unknown): readonly (readonly [Compare, unknown])[] | undefined {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return undefined;
  const entries = Object.entries(wanted);
  if (!entries.every(([name]) => name.startsWith("$"))) return undefined;
  return entries.map(([name, bound]) => {
    const compare = ownValue(OPERATORS, name);
    if (compare === undefined) throw new Error(`There is no filter operator ${name}.`);
    return [compare, bound];
  });
}

function equals(found: unknown): (wanted: unknown) => boolean {
  return (wanted) => isDeepStrictEqual(found, wanted);
}

/** Numbers by size, texts letter by letter; `NaN`, so that no comparison holds, for what has no order. */
function order(found: unknown, wanted: unknown): number {
  if (typeof found === "string" && typeof wanted === "string" && !areNumbers(found, wanted))
    return found < wanted ? -1 : Number(found > wanted);
  if (found === null || found === undefined || found === "") return Number.NaN;
  return Number(found) - Number(wanted);
}

function areNumbers(...texts: readonly string[]): boolean {
  return texts.every((text) => text.trim() !== "" && !Number.isNaN(Number(text)));
}

/** Which namespaces LangGraph's `listNamespaces` asks for. Names are compared whole, one by one. */
function chosenNamespaces(
  namespaces: readonly Folder[],
  { matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation,
): string[][] {
  const shown = new Map<string, string[]>();
  for (const namespace of namespaces) {
    if (!matchConditions.every((condition) => isMatch(namespace, condition))) continue;
    const cut = namespace.slice(0, maxDepth ?? namespace.length);
    shown.set(JSON.stringify(cut), cut);
  }
  const sorted = [...shown.values()].sort(byNames);
  return sorted.slice(offset, offset + limit);
}

function isMatch(namespace: Folder, { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const from = matchType === "prefix" ? 0 : namespace.length - path.length;
  return path.every((name, place) => name === "*" || name === namespace[from + place]);
}

function byNames(a: Folder, b: Folder): number {
  const place = a.findIndex((name, at) => name !== b[at]);
  if (place === -1) return a.length - b.length;
  return (a[place] ?? "") < (b[place] ?? "") ? -1 : 1;
}

// The texts of a store item by whose meaning it is found: what stands at the paths LangGraph's `index` names.

/** `$` is the whole item; `a.b`, `a[0].b`, `a[-1]`, `a[*].b`, `*` and `{a,b.c}` lead to parts of it. */
function indexedTexts(value: unknown, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    path === "$" ? [JSON.stringify(value)] : partsAt([value], stepsOf(path)).flatMap(textOf),
  );
}

/** A name, `[…]` or `{…}`. */
function stepsOf(path: string): readonly string[] {
  return path.match(/\[[^\]]*\]|\{[^}]*\}|[^.[{]+/g) ?? [];
}

function partsAt(values: readonly unknown[], steps: readonly string[]): readonly unknown[] {
  return steps.reduce<readonly unknown[]>(
    (found, step) => found.flatMap((value) => partAt(value, step)),
    values,
  );
}

function partAt(value: unknown, step: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (step.startsWith("{"))
    return step
      .slice(1, -1)
      .split(",")
      .flatMap((path) => partsAt([value], stepsOf(path.trim())));
  if (step.startsWith("[")) return Array.isArray(value) ? elementAt(value, step.slice(1, -1)) : [];
  if (step === "*") return Object.values(value);
  return Object.hasOwn(value, step) ? [Reflect.get(value, step)] : [];
}

function elementAt(list: readonly unknown[], place: string): readonly unknown[] {
  if (place === "*") return list;
  const found = list.at(Number(place));
  return found === undefined ? [] : [found];
}

function textOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}
