// Our own export: a line that says what it is, every record a tenant has, and a line that says how many there were.

import { PARTS } from "../../ports/transfer-store.ts";
import { EXPORT_VERSION } from "../own/record-shapes.ts";
import { pagesOf } from "../pages-of.ts";
import type { Exporter } from "./export-file.ts";

export const toOwn: Exporter = async function* (input, deps) {
  yield { name: "export.jsonl", chunks: lines(input.tenant, deps) };
};

async function* lines(
  tenant: string,
  { store, now }: Parameters<Exporter>[1],
): AsyncGenerator<string> {
  const createdAt = now().toISOString();
  yield line({ mneme: "export", version: EXPORT_VERSION, tenant, createdAt });
  let records = 0;
  for (const part of PARTS)
    for await (const record of pagesOf(store, tenant, part)) {
      records += 1;
      yield line(record);
    }
  yield line({ type: "end", records });
}

export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
