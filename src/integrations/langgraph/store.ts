// LangGraph's long-term store on our documents. A class, because LangGraph's contract is one; it only translates.

import {
  BaseStore,
  type GetOperation,
  InvalidNamespaceError,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from "@langchain/langgraph-checkpoint";
import type { Folder, Shelf, StoredDocument } from "../../model/document.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import type { DocumentDraftSet, Documents } from "../../operations/frameworks.ts";
import { indexedTexts } from "./indexed-text.ts";
import { chosenNamespaces } from "./namespaces.ts";
import { meets } from "./store-filter.ts";

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

  constructor(memory: Pick<MemoryEngine, "frameworks">, options: StoreOptions) {
    super();
    this.#documents = memory.frameworks.documents;
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
