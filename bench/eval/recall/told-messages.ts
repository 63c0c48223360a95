// Which messages a context tells: a line stands for a message where it is that message, or a memory learnt from it alone,
// or where it quotes it.

import type { MemoryEngine } from "../../../src/index.ts";

type Built = Awaited<ReturnType<MemoryEngine["context"]>>;
type Memory = Awaited<ReturnType<MemoryEngine["list"]>>[number];

/** By the id of each memory, the messages that its text says. */
export type Told = ReadonlyMap<string, readonly string[]>;

export function messagesIn({ items }: Built, told: Told): ReadonlySet<string> {
  return new Set(
    items.flatMap(({ id, item }) => (item === "message" ? [id] : (told.get(id) ?? []))),
  );
}

export async function toldByAll(memory: MemoryEngine, tenant: string): Promise<Told> {
  const told = new Map<string, readonly string[]>();
  for (let after: string | undefined; ; ) {
    const page: readonly Memory[] = await memory.list({
      ...{ tenant, limit: 200 },
      ...(after === undefined ? {} : { after }),
    });
    for (const one of page) told.set(one.id, toldBy(one));
    after = page.at(-1)?.id;
    if (page.length < 200) return told;
  }
}

export function toldBy({ text, evidence }: Memory): readonly string[] {
  const spans = evidence.flatMap((piece) => (piece.type === "span" ? [piece] : []));
  const ids = new Set(spans.map(({ messageId }) => messageId));
  const quoted = ids.size === 1 ? spans : spans.filter(({ quote }) => text.includes(quote.trim()));
  return [...new Set(quoted.map(({ messageId }) => messageId))];
}
