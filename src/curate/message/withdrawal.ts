// What becomes of memories when a message is withdrawn: those that rested on it alone end, those that retell it end,
// and those with other support lose that one piece of it. What had given way to an ended one is in use again.

import type { Change } from "../../model/change-set.ts";
import type { Kind } from "../../model/kinds.ts";
import type { Memory } from "../../model/memory.ts";
import type { Message } from "../../model/message.ts";
import { hostViewer } from "../../model/viewer.ts";
import type { CurateDeps } from "../doing.ts";
import { resting } from "../erase/closure.ts";
import { findAll } from "../find.ts";
import { ending } from "../forget.ts";
import { restoring } from "../restore.ts";
import { revise } from "../revise.ts";

type Deps = Pick<CurateDeps, "store" | "now">;
type Withdrawing = Readonly<{ message: Message; purge: boolean; reason: string }>;

export type Withdrawal = Readonly<{
  ended: readonly string[];
  weakened: readonly string[];
  restored: readonly string[];
  /** Conversations that were told with it. */
  episodes: readonly Memory[];
  changes: readonly Change[];
}>;

/** Their text tells of all their sources at once, so it cannot lose one of them. */
const RETELLING: ReadonlySet<Kind> = new Set<Kind>(["episode", "topic", "insight", "summary"]);

export async function withdrawal(what: Withdrawing, deps: Deps): Promise<Withdrawal> {
  const { touched, ended } = await affected(what.message, deps);
  const at = deps.now().toISOString();
  const weakened = [...touched.values()].filter(({ id }) => !ended.has(id));
  const restored = await givenWay(what.message.tenant, ended, deps);
  const gone = what.purge ? "purged" : "soft_deleted";
  return {
    ended: [...ended.keys()],
    weakened: weakened.map(({ id }) => id),
    restored: restored.map(({ id }) => id),
    episodes: [...ended.values()].filter(
      ({ kind, state }) => kind === "episode" && state === "active",
    ),
    changes: [
      ...[...ended.values()]
        .filter((memory) => memory.state !== gone)
        .map((memory) => ending(memory, what, deps)),
      ...weakened.map((memory) =>
        revise(memory, supportOf(memory, what.message, ended), {
          at,
          event: "UPDATE",
          reason: what.reason,
        }),
      ),
      ...restored.map((memory) => restoring(memory, what.reason, at)),
    ],
  };
}

type Memories = Map<string, Memory>;

/** Goes on until an end ends nothing more. */
async function affected(
  message: Message,
  { store }: Pick<Deps, "store">,
): Promise<Readonly<{ touched: Memories; ended: Memories }>> {
  const { tenant } = message;
  const seen: Memories = new Map();
  const ended: Memories = new Map();
  let frontier = await resting(tenant, { item: "message", ids: [message.id] }, { store });
  while (frontier.length > 0) {
    for (const memory of frontier) seen.set(memory.id, memory);
    const fresh = [...seen.values()].filter(
      (memory) => !ended.has(memory.id) && isEnded(memory, message, ended),
    );
    for (const memory of fresh) ended.set(memory.id, memory);
    frontier = await resting(tenant, { item: "memory", ids: fresh.map(({ id }) => id) }, { store });
  }
  const isTouched = (memory: Memory) => hasLost(memory, supportOf(memory, message, ended));
  const touched = [...seen.values()].filter(isTouched);
  return { touched: new Map(touched.map((memory) => [memory.id, memory])), ended };
}

type Support = Pick<Memory, "evidence" | "derivedFrom">;

function supportOf(memory: Memory, message: Message, ended: ReadonlyMap<string, Memory>): Support {
  return {
    evidence: memory.evidence.filter(
      (piece) => piece.type !== "span" || piece.messageId !== message.id,
    ),
    derivedFrom: memory.derivedFrom.filter((id) => !ended.has(id)),
  };
}

function hasLost(memory: Memory, { evidence, derivedFrom }: Support): boolean {
  return evidence.length < memory.evidence.length || derivedFrom.length < memory.derivedFrom.length;
}

function isEnded(memory: Memory, message: Message, ended: ReadonlyMap<string, Memory>): boolean {
  const left = supportOf(memory, message, ended);
  if (!hasLost(memory, left)) return false;
  return RETELLING.has(memory.kind) || left.evidence.length + left.derivedFrom.length === 0;
}

/** A line that was replaced or merged away by one that now ends, and does not end itself. */
async function givenWay(
  tenant: string,
  ended: ReadonlyMap<string, Memory>,
  deps: Deps,
): Promise<readonly Memory[]> {
  const found: Memories = new Map();
  for (const { kind, subject } of ended.values()) {
    const filter = { kinds: [kind], ...(subject === undefined ? {} : { subject }) };
    const wanted = { filter, states: ["superseded"] } as const;
    for await (const memory of findAll(hostViewer(tenant), wanted, deps))
      if (ended.has(memory.supersededBy ?? "") && !ended.has(memory.id))
        found.set(memory.id, memory);
  }
  return [...found.values()];
}
