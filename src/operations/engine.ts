// The engine as its callers see it: a method for every operation, and the few that keep it running.

import type { z } from "zod";
import { authenticate } from "../curate/keys/authenticate.ts";
import { type Compacted, compact } from "../curate/vault-file/compact.ts";
import { type Rebuilt, rebuild } from "../curate/vault-file/rebuild.ts";
import { stateHash } from "../curate/vault-file/state-hash.ts";
import { MemoryError } from "../errors.ts";
import type { Credential } from "../model/access-key.ts";
import type { Receipt } from "../model/receipt.ts";
import type { CheckpointStore } from "../ports/store.ts";
import type { Transfer } from "../transfer/transfer.ts";
import type { RunOutcome } from "../upkeep/run-now.ts";
import { createIngestQueue, type IngestQueue } from "../write/ingest-queue.ts";
import { listenTogether } from "../write/listen.ts";
import { assemble, type EngineParts } from "./assemble.ts";
import { auditCall } from "./audit.ts";
import type { EngineContext } from "./context.ts";
import { type Frameworks, frameworksOf } from "./frameworks.ts";
import { messageOf } from "./ingest.ts";
import { type MessageInput, parseInput } from "./inputs.ts";
import { checkModels, type ModelReport } from "./models.ts";
import { OPERATIONS } from "./operations.ts";
import { openTracing, type Tracing } from "./tracing.ts";
import { auditedTransfer } from "./transfer.ts";
import { turn } from "./turn.ts";

const QUEUE_LIMITS = { waiting: 400, tenantsAtOnce: 4 };

type Operations = typeof OPERATIONS;
type Given = z.input<typeof MessageInput>;

/** One method for each operation, taking what its schema takes. */
type Methods = {
  [Name in keyof Operations]: (
    input: z.input<Operations[Name]["input"]>,
  ) => ReturnType<Operations[Name]["run"]>;
};

export interface MemoryEngine extends Methods {
  /** Listens to one message. Resolves when it has been read for facts; `false` when a full queue dropped it. */
  ingest(message: Given): Promise<Receipt | false>;
  /** Listens to many, waiting for room; one receipt each, in their order. */
  ingestMany(
    messages: Iterable<Given> | AsyncIterable<Given>,
  ): Promise<readonly (Receipt | false)[]>;
  /** Ends the open conversations now, of one tenant or of all; how many jobs that took. */
  flush(tenant?: string): Promise<number>;
  /** Runs an upkeep job now, for one tenant or for all; what it counted, by tenant. */
  runJob(name: string, tenant?: string): Promise<RunOutcome>;
  /** Resolves when everything accepted has been mined, stored and embedded, and its lines are in their files. */
  drain(): Promise<void>;
  /** Whether the database can only be read, as on a read-only disk: every change is refused. */
  readonly isReadOnly: boolean;
  readonly checkpoints: CheckpointStore;
  /** Imports and exports as streams. */
  readonly transfer: Transfer;
  /** What integrations with agent frameworks keep. */
  readonly frameworks: Frameworks;
  /** Spans for whoever traces the program; a surface goes on in its caller's trace. */
  readonly tracing: Tracing;
  /** Who holds this access key; nobody when it is none of ours, has run out or was revoked. */
  authenticate(key: string): Promise<Credential | undefined>;
  /** Whether there is any key, of any tenant, that would let someone in. */
  hasKeys(): Promise<boolean>;
  /** Which models serve, checked with one real call each, and what they cost this tenant so far. */
  checkModels(tenant: string): Promise<ModelReport>;
  /** Makes an empty store anew from the vault file alone. */
  rebuild(): Promise<Rebuilt>;
  /** Takes the history out of the vault file; the only thing that rewrites it. */
  compact(): Promise<Compacted>;
  /** A hash over every memory and version: equal stores have equal hashes. */
  stateHash(): Promise<string>;
  close(): Promise<void>;
}

type Running = Readonly<{
  context: EngineContext;
  queue: IngestQueue;
  tracing: Tracing;
  state: { isClosed: boolean };
}>;

export async function createEngine(parts: EngineParts): Promise<MemoryEngine> {
  const context = await assemble(parts);
  const queue = createIngestQueue(
    (messages) => listenTogether(messages, context.writing),
    QUEUE_LIMITS,
  );
  const tracing = await openTracing();
  const running: Running = { context, queue, tracing, state: { isClosed: false } };
  return {
    ...operationMethods(running),
    tracing,
    ingest: (message) =>
      tracing.operation("ingest", () =>
        whileOpen(running, () => queue.add(messageOf(message, context.writing))),
      ),
    ingestMany: (messages) => tracing.operation("ingest", () => ingestMany(running, messages)),
    flush: (tenant) => whileOpen(running, () => context.background.flush(tenant)),
    runJob: (name, tenant) =>
      whileOpen(running, async () => {
        await context.uses.settled();
        return context.background.runJob(tenant === undefined ? { name } : { name, tenant });
      }),
    checkModels: (tenant) => whileOpen(running, () => checkModels(tenant, context)),
    rebuild: () => whileOpen(running, () => rebuild(context.curating)),
    compact: () => whileOpen(running, () => compact(context.curating)),
    stateHash: () => whileOpen(running, () => stateHash(context.store)),
    drain: () => drain(running),
    isReadOnly: context.isReadOnly,
    checkpoints: context.store.checkpoints,
    transfer: auditedTransfer(context),
    frameworks: frameworksOf(context),
    authenticate: (key) => whileOpen(running, () => authenticate(key, context.curating)),
    hasKeys: () => whileOpen(running, () => hasKeys(context)),
    close: () => close(running),
  };
}

/** Each parses its input and runs; the table is the only list of what there is. */
function operationMethods(running: Running): Methods {
  const methods = Object.entries(OPERATIONS).map(([name, operation]) => [
    name,
    (input: unknown) =>
      running.tracing.operation(name, () =>
        whileOpen(running, () => call(operation, input, running.context)),
      ),
  ]);
  return Object.fromEntries(methods) as Methods;
}

/** One operation on input from outside; every surface comes in here. */
export async function call(
  operation: Operations[keyof Operations],
  input: unknown,
  context: EngineContext,
): Promise<unknown> {
  const parsed = parseInput<unknown>(operation.input, input);
  const others = turn();
  if (others !== undefined) await others;
  context.background.called();
  if (operation.access !== "read") await context.uses.settled();
  await auditCall(operation, parsed, context);
  return operation.run(parsed as never, context);
}

async function whileOpen<T>({ state }: Running, act: () => Promise<T>): Promise<T> {
  if (state.isClosed) throw new MemoryError("closed", "This memory has been closed.");
  return act();
}

async function ingestMany(
  running: Running,
  messages: Iterable<Given> | AsyncIterable<Given>,
): Promise<readonly (Receipt | false)[]> {
  const { queue, context } = running;
  const receipts: Promise<Receipt | false>[] = [];
  for await (const message of messages) {
    const accept = () => queue.addWithRoom(messageOf(message, context.writing));
    receipts.push((await whileOpen(running, accept)).done);
  }
  return Promise.all(receipts);
}

function hasKeys({ store, writing }: EngineContext): Promise<boolean> {
  return store.keys.isAnyUsable(writing.now().toISOString());
}

async function drain({ queue, context }: Running): Promise<void> {
  await queue.idle();
  await context.uses.settled();
  await context.background.settle();
}

async function close(running: Running): Promise<void> {
  if (running.state.isClosed) return;
  running.state.isClosed = true;
  await running.queue.idle();
  await running.context.uses.settled();
  await running.context.background.stop();
  await running.context.store.close();
}
