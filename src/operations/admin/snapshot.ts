// The snapshot for people: what is held about everyone, as one page of Markdown. No prompt reads it.

import { z } from "zod";
import { currentSnapshot, refreshSnapshot } from "../../curate/snapshot.ts";
import { refuseAgent } from "../engine-context.ts";
import { Looking } from "../inputs.ts";
import { operation } from "../operation.ts";

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
    refuseAgent(given);
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
    refuseAgent(given);
    const { text } = await refreshSnapshot(given, context.curating);
    return { text };
  },
});
