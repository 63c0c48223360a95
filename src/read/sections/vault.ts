// The vault's records as a context shows them: canon first, then the registers.

import type { Memory } from "../../model/memory.ts";
import type { ContextDeps, ContextInput } from "../context-request.ts";
import type { Group } from "../layout.ts";
import { lookOf } from "../look.ts";
import { bulletLine } from "./lines.ts";

const MOST = 500;

export async function vaultRecords(
  input: ContextInput,
  deps: ContextDeps,
): Promise<readonly Memory[]> {
  return deps.store.memories.list(input.viewer, {
    filter: { kinds: ["canon", "register"] },
    look: lookOf(input, deps),
    page: { limit: MOST },
  });
}

export function vaultGroup(heading: string, memories: readonly Memory[]): Group {
  const part = (kind: "canon" | "register", title: string): Group => ({
    type: "group",
    open: [title],
    children: memories
      .filter((memory) => memory.kind === kind)
      .map((memory) => bulletLine(memory, { section: kind, label: memory.topicId ?? "" })),
    close: [],
  });
  return {
    type: "group",
    open: [heading],
    children: [part("canon", "### Canon"), part("register", "### Registers")],
    close: [],
  };
}
