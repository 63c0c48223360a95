// An import, start to finish:
//
//   open the source → tell its format → read records → take them in, batch by batch → report
//
// Run again, it takes in only what is not there yet; that is also how it goes on after it was cut short. A dry run does
// all of it on a copy that is thrown away, so its report is the report.

import { MemoryError } from "../errors.ts";
import type { Format } from "../model/transfer-format.ts";
import type { ImportRun, StoredRecord } from "../ports/transfer-store.ts";
import type { TransferDeps } from "./deps.ts";
import { createDestinations, type Destinations } from "./destinations.ts";
import { embedMissing } from "./embed-missing.ts";
import { formatOf, nothingImported } from "./formats.ts";
import type { ImportOptions, ImportRecord } from "./record.ts";
import { createTally, hasArrived, type ImportReport } from "./report.ts";
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
  /** Whether guilds may go to tenants of their own; otherwise only what is of this tenant comes in. */
  everyTenant?: boolean;
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
    return await importFrom(
      source,
      { ...input, original: deps.store },
      { ...deps, store: scratch },
    );
  } finally {
    await scratch.close();
  }
}

type Importing = ImportInput & Readonly<{ original?: TransferDeps["store"] }>;

async function importFrom(
  source: ImportSource,
  input: Importing,
  deps: TransferDeps,
): Promise<ImportReport> {
  const { tenant, scope, user, everyTenant = false } = input;
  const { format, records } = await formatOf(source, input, deps);
  const run = await beginning(
    source,
    { tenant, format },
    { ...deps, store: input.original ?? deps.store },
  );
  const tally = createTally();
  const original = input.original;
  const places = createDestinations({ home: tenant, everyTenant, run, tally, original }, deps);
  const into = { scope, importId: run.id, at: run.startedAt, ...(user && { user }) };
  const take = async (batch: readonly ImportRecord[]) => {
    for (const part of await places.split(batch))
      await takeIn(part.records, { format, into: { ...into, tenant: part.tenant }, tally }, deps);
  };
  const state = await takeAll(records, { source, input, take });
  const report = { importId: run.id, format, state, ...tally.result(), ...places.told() } as const;
  if (state === "stopped") return report;
  await ended(report, places, deps);
  if (!hasArrived(report)) throw nothingImported(format, report);
  return report;
}

type Reading = Readonly<{
  source: ImportSource;
  input: ImportInput;
  take: (batch: readonly ImportRecord[]) => Promise<void>;
}>;

async function takeAll(
  records: AsyncIterable<ImportRecord>,
  { source, input, take }: Reading,
): Promise<ImportReport["state"]> {
  let taken = 0;
  for await (const batch of batchesOf(records)) {
    await take(batch);
    taken += batch.length;
    // Others in this process get their turn.
    await new Promise((rest) => setImmediate(rest));
    input.onProgress?.({ records: taken, bytes: source.read(), totalBytes: source.bytes });
    if (input.signal?.aborted === true) return "stopped";
  }
  return "done";
}

/** An import that brought nothing is not one that is done: then it says what it found, and what it looked for. */
async function ended(
  report: ImportReport,
  places: Destinations,
  deps: TransferDeps,
): Promise<void> {
  const { store, now } = deps;
  for (const tenant of places.restored()) await embedMissing(tenant, deps);
  const state = hasArrived(report) ? "done" : "undone";
  for (const tenant of places.all())
    await store.transfer.end(tenant, report.importId ?? "", { state, at: now().toISOString() });
}

/** An import of the same source that was cut short is gone on with, under its own name. */
async function beginning(
  { fingerprint }: ImportSource,
  { tenant, format }: Readonly<{ tenant: string; format: string }>,
  { store, ids, now }: TransferDeps,
): Promise<ImportRun> {
  const open = await store.transfer.unfinished(tenant, fingerprint);
  if (open !== undefined && open.format === format) return open;
  const startedAt = now().toISOString();
  return { id: ids(), format, source: fingerprint, state: "running", startedAt };
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
  if (record.type === "moved") return sizeOfMoved(record.record);
  if (record.type === "vector") return record.vector.length;
  return record.type === "memory" ? record.memory.text.length : 0;
}

function sizeOfMoved(record: StoredRecord): number {
  if (record.type === "message") return record.message.text.length;
  return record.type === "version" ? record.memory.text.length : 0;
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
