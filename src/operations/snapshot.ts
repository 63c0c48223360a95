// The snapshot for people: what is held about everyone, as one page of Markdown. No prompt reads it.

import { z } from "zod";
import { currentSnapshot, refreshSnapshot } from "../curate/refresh-snapshot.ts";
import { MemoryError } from "../errors.ts";
import { type EngineContext, looking } from "./context.ts";
import { Looking } from "./inputs.ts";
import { operation } from "./operation.ts";

const SnapshotOutput = z.object({ text: z.string().describe("Markdown.") });

export const snapshotOperation = operation({
  name: "snapshot",
  summary:
    "The snapshot as it was written last, or as it would be written where there are no files.",
  access: "read",
  http: { method: "GET", path: "/v1/snapshot" },
  input: Looking,
  output: SnapshotOutput,
  run: async (given, context) => {
    refuseAgent(given, context);
    const written = await context.curating.files.readSnapshot(given.tenant);
    return { text: written ?? (await currentSnapshot(given.tenant, context.curating)) };
  },
});

export const refreshSnapshotOperation = operation({
  name: "refreshSnapshot",
  summary: "Write the snapshot now, and give it.",
  access: "write",
  http: { method: "POST", path: "/v1/snapshot/refresh" },
  input: Looking,
  output: SnapshotOutput,
  run: async (given, context) => {
    refuseAgent(given, context);
    await refreshSnapshot(given, context.curating);
    return { text: await currentSnapshot(given.tenant, context.curating) };
  },
});

/** The page has every category in it, so it would lead an agent round its allowlist. */
function refuseAgent(given: z.output<typeof Looking>, context: EngineContext): void {
  if (looking(given, context).as.type === "agent")
    throw new MemoryError("forbidden", "The snapshot is for people; agents ask for a context.");
}
