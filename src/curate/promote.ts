// Raises a register to canon: what was the state of a topic becomes a thing that always holds.

import { MemoryError } from "../errors.ts";
import { POLICIES } from "../model/kinds.ts";
import type { Memory } from "../model/memory.ts";
import { again } from "./again.ts";
import { type CurateDeps, commit, type Doing } from "./doing.ts";
import { embed } from "./embed.ts";
import { find } from "./find.ts";
import { revise } from "./revise.ts";
import { screenedText } from "./wording.ts";

export type PromoteInput = Doing & Readonly<{ id: string; text?: string }>;

export async function promote(input: PromoteInput, deps: CurateDeps): Promise<Memory> {
  return again(async () => {
    const memory = await find(input.viewer, input.id, deps);
    if (memory.kind !== "register" || memory.state !== "active")
      throw new MemoryError("invalid_input", `Memory ${memory.id} is not an active register.`);
    const text = screenedText(input.text ?? memory.text, "canon", deps.screen);
    const { stability, defaultImportance: importance } = POLICIES.canon;
    const change = revise(
      memory,
      { kind: "canon", text, stability, importance },
      { at: deps.now().toISOString(), event: "UPDATE", reason: "promoted to canon" },
    );
    // The cause is what the vault file calls the source `promotion`.
    const changes = [change, await embed(change.memory, deps)];
    await commit({ ...input, cause: "promote", changes }, deps);
    return change.memory;
  });
}
