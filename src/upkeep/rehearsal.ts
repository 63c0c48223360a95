// The store of a dry run: jobs read what is there and write nothing, but read back what they would have written, so that
// they decide as in a real run.

import type { Change } from "../model/change-set.ts";
import type { MemoryFilter } from "../model/filter.ts";
import type { Memory } from "../model/memory.ts";
import type { State } from "../model/state.ts";
import type { Store } from "../ports/store.ts";

export function rehearsed(store: Store): Store {
  const written = new Map<string, Memory>();
  const created = new Set<string>();
  const gone = new Set<string>();
  const marks: string[] = [];
  const take = (change: Change) => {
    if (change.type === "purge") gone.add(change.id);
    if (change.type !== "create" && change.type !== "revise") return;
    written.set(change.memory.id, change.memory);
    if (change.type === "create") created.add(change.memory.id);
  };
  const isIn = (memory: Memory, states: readonly State[] = ["active"]) =>
    !gone.has(memory.id) && states.includes(memory.state);
  const newIn = (filter: MemoryFilter) =>
    [...written.values()].filter(({ id }) => created.has(id)).filter((one) => meets(one, filter));
  return {
    ...store,
    commit: async (...sets) => {
      for (const { changes } of sets) changes.forEach(take);
    },
    memories: {
      ...store.memories,
      get: async (viewer, id, look) => {
        const memory = written.get(id) ?? (await store.memories.get(viewer, id, look));
        return memory !== undefined && isIn(memory, look.states) ? memory : undefined;
      },
      list: async (viewer, query) => {
        const { filter, look, page } = query;
        const found = await store.memories.list(viewer, query);
        const more = page.after === undefined ? newIn(filter) : [];
        return [...more, ...found.map((memory) => written.get(memory.id) ?? memory)]
          .filter((memory) => isIn(memory, look.states))
          .slice(0, page.limit);
      },
      restingOn: async (tenant, source) => {
        const found = await store.memories.restingOn(tenant, source);
        const resting = [...written.values()].filter(
          ({ id, derivedFrom }) =>
            source.item === "memory" &&
            created.has(id) &&
            derivedFrom.some((parent) => source.ids.includes(parent)),
        );
        return [...found, ...resting];
      },
    },
    upkeep: {
      ...store.upkeep,
      fingerprint: async (_tenant, mark) => {
        const isNew = !marks.includes(mark);
        marks.push(mark);
        return isNew;
      },
      pairsSince: async (tenant, prefix, since) => [
        ...(await store.upkeep.pairsSince(tenant, prefix, since)),
        ...marks.filter((mark) => mark.startsWith(prefix)),
      ],
    },
  };
}

/** By what jobs ask for. */
function meets(memory: Memory, filter: MemoryFilter): boolean {
  const { kinds, ids, subject, scope, user, updatedAfter, createdAfter, createdBefore } = filter;
  return (
    (kinds?.includes(memory.kind) ?? true) &&
    (ids?.includes(memory.id) ?? true) &&
    [
      [subject, memory.subject],
      [scope, memory.scope],
      [user, memory.user],
    ].every(([asked, is]) => asked === undefined || asked === is) &&
    (updatedAfter === undefined || memory.updatedAt > updatedAfter) &&
    (createdAfter === undefined || memory.createdAt > createdAfter) &&
    (createdBefore === undefined || memory.createdAt < createdBefore)
  );
}
