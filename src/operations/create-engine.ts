// Makes the engine that callers hold: the operations in their places, and the few methods that keep it running.

import { z } from "zod";
import { authenticate } from "../curate/keys.ts";
import { compact, rebuild, stateHash } from "../curate/vault-file.ts";
import { MemoryError } from "../errors.ts";
import { omitUndefined } from "../model/omit-undefined.ts";
import type { Receipt } from "../model/receipt.ts";
import type { RunOutcome } from "../upkeep/run-now.ts";
import { yieldToEventLoop } from "../write/event-loop.ts";
import { auditCall } from "./admin/audit.ts";
import { checkModels } from "./admin/check-models.ts";
import { checkedCheckpoints } from "./admin/checkpoints.ts";
import { frameworksOf } from "./admin/frameworks.ts";
import { assemble, type EngineParts } from "./assemble.ts";
import { messageOf } from "./core/ingest.ts";
import type {
  AdminMethods,
  JobRequest,
  MemoryEngine,
  Method,
  OperationName,
  Tracing,
  VaultMethods,
} from "./engine.ts";
import type { EngineContext } from "./engine-context.ts";
import { Id, type MessageInput, OfTenant, parseInput } from "./inputs.ts";
import { OPERATIONS, type Operations } from "./operations.ts";
import { openTracing } from "./tracing.ts";
import { transferStreams } from "./transfer/streams.ts";

/** A key of any form: one that is none of ours lets nobody in. */
const Key = z.strictObject({ key: z.string() });
const OfAnyTenant = z.strictObject({ tenant: Id.optional() });
const Job = z.strictObject({
  name: Id,
  tenant: Id.optional(),
  dryRun: z.boolean().optional(),
  confirm: z.boolean().optional(),
  repair: z.boolean().optional(),
});
const Messages = z.strictObject({
  messages: z.custom<Iterable<unknown> | AsyncIterable<unknown>>(
    (given) =>
      typeof given === "object" &&
      given !== null &&
      (Symbol.iterator in given || Symbol.asyncIterator in given),
    "must be a list or a stream of messages",
  ),
});

type Running = Readonly<{
  context: EngineContext;
  tracing: Tracing;
  state: { isClosed: boolean };
}>;

type Methods = Readonly<{ [Name in OperationName]: Method<Name> }>;

export async function createEngine(parts: EngineParts): Promise<MemoryEngine> {
  const context = await assemble(parts);
  const tracing = await openTracing();
  const running: Running = { context, tracing, state: { isClosed: false } };
  const methods = operationMethods(running);
  const { import: importText, export: exportText } = methods;
  return {
    ...topOf(methods),
    ...runningMethods(running),
    vault: vaultMethods(methods, running),
    review: {
      list: methods.review,
      approve: methods.approve,
      reject: methods.reject,
      quarantine: methods.quarantine,
      release: methods.release,
    },
    transfer: { ...transferStreams(context), importText, exportText, list: methods.imports },
    keys: {
      create: methods.createKey,
      list: methods.listKeys,
      revoke: methods.revokeKey,
      rotate: methods.rotateKey,
      authenticate: (input) =>
        whileOpen(running, async () => authenticate(parseInput(Key, input).key, context.curating)),
      any: () => whileOpen(running, () => hasKeys(context)),
    },
    jobs: {
      list: methods.jobs,
      retry: methods.retryJob,
      run: methods.upkeep,
      schedule: methods.schedule,
    },
    admin: adminMethods(methods, running),
  };
}

function topOf(methods: Methods) {
  const { remember, rememberMany, search, answer, query, context, get, list } = methods;
  const { edit, forget, restore, feedback, erase, profile, stats } = methods;
  return {
    ...{ remember, rememberMany, search, answer, query, context, get, list },
    ...{ edit, forget, restore, feedback, erase, profile, stats },
  };
}

function runningMethods(running: Running) {
  const { context, tracing } = running;
  return {
    ingest: (message: MessageInput) => tracing.operation("ingest", () => ingest(message, running)),
    ingestMany: (messages: Iterable<MessageInput> | AsyncIterable<MessageInput>) =>
      tracing.operation("ingest", () => ingestMany(running, messages)),
    flush: (input?: string | Readonly<{ tenant?: string }>) =>
      whileOpen(running, async () => {
        const asked = typeof input === "string" ? { tenant: input } : (input ?? {});
        return context.background.flush(parseInput(OfAnyTenant, asked).tenant);
      }),
    runJob: (job: string | JobRequest, tenant?: string) =>
      whileOpen(running, () => runJob(job, tenant, context)),
    drain: () => drain(context),
    close: () => close(running),
  };
}

function vaultMethods(methods: Methods, running: Running): VaultMethods {
  const { curating } = running.context;
  const { updateByTopic, promote, vaultSearch, vaultCandidates, vaultDeletions } = methods;
  return {
    updateByTopic,
    promote,
    search: vaultSearch,
    candidates: vaultCandidates,
    deletions: vaultDeletions,
    stats: methods.vaultStats,
    compact: (input) =>
      input?.tenant === undefined
        ? whileOpen(running, async () => compactAll(input, curating))
        : methods.compactVault({ ...input, tenant: input.tenant }),
    rebuild: () => whileOpen(running, () => rebuild(curating)),
  };
}

function adminMethods(methods: Methods, running: Running): AdminMethods {
  const { context, tracing } = running;
  const { rememberLine, history, retrieval, delta, pin, forgetMany, merge, unmerge } = methods;
  const { message, messages, taught, conversations, editMessage, withdrawMessage } = methods;
  const { people, correctProfile, deleteProfile, overview, facets, graph, usage } = methods;
  const { reportError, events, agents, settings, snapshot, refreshSnapshot, audit, verifyAudit } =
    methods;
  const { webhooks, testWebhook } = methods;
  return {
    ...{ rememberLine, history, retrieval, delta, pin, forgetMany, merge, unmerge },
    ...{ message, messages, taught, conversations, editMessage, withdrawMessage },
    ...{ people, correctProfile, deleteProfile, overview, facets, graph, usage },
    ...{ reportError, events, agents, settings, snapshot, refreshSnapshot, audit, verifyAudit },
    ...{ webhooks, testWebhook },
    checkModels: (input) =>
      whileOpen(running, async () => checkModels(parseInput(OfTenant, input).tenant, context)),
    stateHash: () => whileOpen(running, () => stateHash(context.store)),
    call: (name, input) => whileOpen(running, async () => named(name, methods)(input)),
    isReadOnly: context.isReadOnly,
    checkpoints: checkedCheckpoints(context.store.checkpoints),
    frameworks: frameworksOf(context),
    tracing,
  };
}

function compactAll(input: unknown, curating: EngineContext["curating"]) {
  parseInput(OfAnyTenant, input ?? {});
  return compact(curating);
}

function named<Name extends OperationName>(name: Name, methods: Methods): Methods[Name] {
  if (typeof name === "string" && Object.hasOwn(methods, name)) return methods[name];
  throw new MemoryError("invalid_input", "There is no operation of that name.");
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
  // A message keeps its turn: nothing is waited for before it is in the queue.
  const ingesting = (message: MessageInput) =>
    running.tracing.operation("ingest", () => ingest(message, running));
  return { ...Object.fromEntries(methods), ingest: ingesting } as Methods;
}

/** One operation on input from outside; every surface comes in here. */
export async function call(
  operation: Operations[OperationName],
  input: unknown,
  context: EngineContext,
): Promise<unknown> {
  const parsed = parseInput<unknown>(operation.input, input);
  const others = yieldWhenBusy();
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

function ingest(message: MessageInput, running: Running): Promise<Receipt> {
  const { queue, writing } = running.context;
  return whileOpen(running, () => queue.add(messageOf(message, writing)));
}

async function ingestMany(
  running: Running,
  messages: Iterable<MessageInput> | AsyncIterable<MessageInput>,
): Promise<readonly Receipt[]> {
  const { queue, writing } = running.context;
  parseInput(Messages, { messages });
  const receipts: Promise<Receipt>[] = [];
  for await (const message of messages) {
    const accept = () => queue.addWithRoom(messageOf(message, writing));
    receipts.push((await whileOpen(running, accept)).done);
  }
  return Promise.all(receipts);
}

async function runJob(
  job: string | JobRequest,
  tenant: string | undefined,
  { uses, background }: EngineContext,
): Promise<RunOutcome> {
  const asked = typeof job === "string" ? omitUndefined({ name: job, tenant }) : job;
  const request = parseInput(Job, asked);
  await uses.settled();
  return background.runJob(omitUndefined(request));
}

function hasKeys({ store, writing }: EngineContext): Promise<boolean> {
  return store.keys.isAnyUsable(writing.now().toISOString());
}

async function drain({ queue, uses, background }: EngineContext): Promise<void> {
  await queue.idle();
  await uses.settled();
  await background.settle();
}

async function close({ state, context }: Running): Promise<void> {
  if (state.isClosed) return;
  state.isClosed = true;
  await context.queue.idle();
  await context.uses.settled();
  await context.background.stop();
  await context.store.close();
}

/** How long calls may have the process to themselves before timers and sockets get their turn. */
const LONGEST_MS = 10;

/** When the first call came in since everything else last had its turn. */
let began: number | undefined;

/** Something to wait for, once calls have had the process to themselves for long enough. */
function yieldWhenBusy(): Promise<void> | undefined {
  const now = performance.now();
  if (began !== undefined) return now - began < LONGEST_MS ? undefined : yieldToEventLoop();
  began = now;
  setImmediate(() => {
    began = undefined;
  });
  return undefined;
}
