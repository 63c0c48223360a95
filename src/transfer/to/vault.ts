// The vault: every version of every memory, one JSON record a line, as `vault.jsonl` holds them.

import { vaultLine } from "../../model/vault-line.ts";
import { pagesOf } from "../pages-of.ts";
import type { Exporter } from "./export-file.ts";

export const toVault: Exporter = async function* ({ tenant }, deps) {
  yield { name: "vault.jsonl", chunks: lines(tenant, deps) };
};

async function* lines(tenant: string, { store }: Parameters<Exporter>[1]): AsyncGenerator<string> {
  for await (const record of pagesOf(store, tenant, "version")) {
    if (record.type !== "version") continue;
    const { memory, change } = record;
    const set = { tenant, at: change.at, actor: change.actor, cause: change.cause, changes: [] };
    yield `${vaultLine(memory, { set, event: change.event, reason: change.reason })}\n`;
  }
}
