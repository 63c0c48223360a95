// Where the lines of a profile came from, in words a person knows: the conversation and its day, or what was said.

import type { Memory, Timestamp } from "../../model/memory.ts";
import { STATES } from "../../model/state.ts";
import { cut } from "../../model/text.ts";
import type { Viewer } from "../../model/viewer.ts";
import type { CurateDeps } from "../doing.ts";

export type LineSource =
  | Readonly<{ type: "episode"; id: string; title: string; date: Timestamp }>
  | Readonly<{ type: "memory"; id: string; title: string; date: Timestamp }>
  | Readonly<{ type: "message"; id: string; title: string; date: Timestamp }>;

const TITLE_CHARACTERS = 60;

/** Only those that the viewer may see: a title tells of what it names. */
export async function lineSources(
  traits: readonly Memory[],
  viewer: Viewer,
  { store, now }: Pick<CurateDeps, "store" | "now">,
): Promise<ReadonlyMap<string, readonly LineSource[]>> {
  const memoryIds = [...new Set(traits.flatMap((trait) => trait.derivedFrom))];
  const messageIds = [...new Set(traits.flatMap(spanned))];
  const memories = await store.memories.list(viewer, {
    filter: { ids: memoryIds },
    look: { now: now().toISOString(), states: STATES },
    page: { limit: memoryIds.length },
  });
  const messages = await store.messages.get(viewer, messageIds);
  const byId = new Map<string, LineSource>([
    ...memories.map((memory) => [`memory ${memory.id}`, fromMemory(memory)] as const),
    ...messages.map(({ id, channel, at }) => {
      const source = { type: "message", id, title: channel, date: at } as const;
      return [`message ${id}`, source] as const;
    }),
  ]);
  return new Map(traits.map((trait) => [trait.id, sourcesOf(trait, byId)]));
}

function spanned(trait: Memory): readonly string[] {
  return trait.evidence.flatMap((piece) => (piece.type === "span" ? [piece.messageId] : []));
}

function fromMemory(memory: Memory): LineSource {
  const title = memory.title ?? cut(memory.text, TITLE_CHARACTERS);
  const date = memory.validFrom ?? memory.createdAt;
  return { type: memory.kind === "episode" ? "episode" : "memory", id: memory.id, title, date };
}

/** Conversations first, as they say most; then the newest. */
function sourcesOf(trait: Memory, byId: ReadonlyMap<string, LineSource>): readonly LineSource[] {
  const keys = [
    ...trait.derivedFrom.map((id) => `memory ${id}`),
    ...spanned(trait).map((id) => `message ${id}`),
  ];
  const found = [...new Set(keys)].flatMap((key) => byId.get(key) ?? []);
  const rank = (source: LineSource) => (source.type === "episode" ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b) || (a.date < b.date ? 1 : -1));
}
