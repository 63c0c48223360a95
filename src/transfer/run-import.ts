// An import, start to finish:
//
//   open the source → tell its format → read records → take them in, batch by batch → report
//
// Run again, it takes in only what is not there yet; that is also how it goes on after it was cut short. A dry run does
// all of it on a copy that is thrown away, so its report is the report.

import { MemoryError } from "../errors.ts";
import type { Format } from "../model/transfer-format.ts";
import { copyTenant } from "./copy-tenant.ts";
import type { TransferDeps } from "./deps.ts";
import { embedMissing } from "./embed-missing.ts";
import { formatOf } from "./formats.ts";
import type { ImportOptions, ImportRecord } from "./record.ts";
import { createTally, type ImportReport } from "./report.ts";
import { type Given, openSource } from "./source/open-source.ts";
import type { ImportSource } from "./source/source.ts";
import { takeIn } from "./take-in.ts";

export type ImportInput = Readonly<{
  tenant: string;
  from: Given;
  /** Told from the source when absent. */
  format?: Format;
  scope: string;
  /** The owner, when the scope is `user`. */
  user?: string;
  options: ImportOptions;
  dryRun: boolean;
  /** Stops after the batch at hand; the next run goes on. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
}>;

export type ImportProgress = Readonly<{ records: number; bytes: number; totalBytes: number }>;

const BATCH_RECORDS = 100;
const BATCH_CHARACTERS = 1_000_000;

export async function runImport(input: ImportInput, deps: TransferDeps): Promise<ImportReport> {
  const source = await openSource(input.from);
  try {
    if (!input.dryRun) return await importFrom(source, input, deps);
    const { importId: _tried, ...report } = await tried(source, input, deps);
    return report;
  } finally {
    await source.close();
  }
}

async function tried(
  source: ImportSource,
  input: ImportInput,
  deps: TransferDeps,
): Promise<ImportReport> {
  const scratch = await deps.openScratch();
  try {
    await copyTenant(input.tenant, { from: deps.store, to: scratch, embedder: deps.embedder });
    return await importFrom(source, input, { ...deps, store: scratch });
  } finally {
    await scratch.close();
  }
}

async function importFrom(
  source: ImportSource,
  input: ImportInput,
  deps: TransferDeps,
): Promise<ImportReport> {
  const { tenant, scope, user, signal } = input;
  const { format, records } = await formatOf(source, input, deps);
  const run = await beginning(source, { tenant, format }, deps);
  const tally = createTally();
  const into = { tenant, scope, importId: run.id, at: run.startedAt, ...(user && { user }) };
  let taken = 0;
  let isRestoring = false;
  for await (const batch of batchesOf(records)) {
    await takeIn(batch, { format, into, tally }, deps);
    taken += batch.length;
    isRestoring ||= batch.some(({ type }) => type === "stored");
    // Others in this process get their turn.
    await new Promise((rest) => setImmediate(rest));
    input.onProgress?.({ records: taken, bytes: source.read(), totalBytes: source.bytes });
    if (signal?.aborted === true)
      return { importId: run.id, format, state: "stopped", ...tally.result() };
  }
  if (isRestoring) await embedMissing(tenant, deps);
  await deps.store.transfer.end(tenant, run.id, { state: "done", at: deps.now().toISOString() });
  return { importId: run.id, format, state: "done", ...tally.result() };
}

/** An import of the same source that was cut short is gone on with, under its own name. */
async function beginning(
  { fingerprint }: ImportSource,
  { tenant, format }: Readonly<{ tenant: string; format: string }>,
  { store, ids, now }: TransferDeps,
): Promise<Readonly<{ id: string; startedAt: string }>> {
  const open = await store.transfer.unfinished(tenant, fingerprint);
  if (open !== undefined && open.format === format) return open;
  const startedAt = now().toISOString();
  const run = { id: ids(), format, source: fingerprint, state: "running", startedAt } as const;
  await store.transfer.start(tenant, run);
  return run;
}

async function* batchesOf(
  records: AsyncIterable<ImportRecord>,
): AsyncGenerator<readonly ImportRecord[]> {
  let batch: ImportRecord[] = [];
  let characters = 0;
  for await (const record of endingWell(records)) {
    batch.push(record);
    characters += sizeOf(record);
    if (batch.length < BATCH_RECORDS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

function sizeOf(record: ImportRecord): number {
  if (record.type === "message") return record.message.text.length;
  return record.type === "memory" ? record.memory.text.length : 0;
}

/** A source that breaks off is reported where it does; what came before it counts. */
async function* endingWell(records: AsyncIterable<ImportRecord>): AsyncGenerator<ImportRecord> {
  try {
    yield* records;
  } catch (thrown) {
    if (!(thrown instanceof MemoryError) || thrown.code !== "invalid_input") throw thrown;
    yield { type: "bad", where: "source", reason: thrown.message };
  }
}
