// Snapshot block (V9): everything canon, and every register that has a topic.

import type { ContextDeps, ContextInput, Section } from "../context-request.ts";
import { injectable } from "../injectable.ts";
import { vaultGroup, vaultRecords } from "./vault.ts";

export async function snapshotBlock(input: ContextInput, deps: ContextDeps): Promise<Section> {
  const records = (await vaultRecords(input, deps)).filter(
    (memory) => memory.kind === "canon" || memory.topicId !== undefined,
  );
  const { kept, leftOut } = injectable(records, {
    policy: { ...deps.policy.inject, sourceShare: 1 },
    viewer: input.viewer,
    places: records.length,
    keepsSensitive: true,
  });
  return { group: vaultGroup("## Memory Snapshot", kept), leftOut };
}
