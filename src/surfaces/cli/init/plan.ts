// What `mneme init` would write, before it writes anything.

import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Client, ClientName, Launch } from "./clients.ts";
import { entryText, type Merged, mergeEntry } from "./entry.ts";

export type PlannedClient = Readonly<{
  name: ClientName;
  title: string;
  file: string;
  isThere: boolean;
  merged: Merged;
  /** For whoever must do it by hand. */
  entry: string;
}>;

export function planClients(
  clients: readonly Client[],
  wanted: readonly ClientName[],
  launch: Launch,
): readonly PlannedClient[] {
  return clients
    .filter(({ name }) => wanted.includes(name))
    .map((client) => {
      const { name, title, file } = client;
      const isThere = existsSync(file);
      const before = isThere ? readFileSync(file, "utf8") : undefined;
      const merged = mergeEntry(before, client, launch);
      return { name, title, file, isThere, merged, entry: entryText(client, launch) };
    });
}

/** Clients that are on this machine, as far as their own folders tell. */
export function clientsFound(clients: readonly Client[]): readonly ClientName[] {
  return clients
    .filter(({ file, ofProject }) => existsSync(file) || (!ofProject && existsSync(dirname(file))))
    .map(({ name }) => name);
}

export const CONFIG_TEXT = `# Settings of Mneme. All of them, and where each value comes from: mneme config explain
path: memory.db

# Categories, what goes into a context of each, and which of them an agent may read:
# categories:
#   - name: work
#     context: all
#   - name: health
#     context: rag
#     ragLength: 12
# allowlists:
#   support: [work]

# A model, where the built-in rules are not enough (its key comes from its own variable, as OPENAI_API_KEY):
# models:
#   fast: openai:gpt-4o-mini
`;
