// Saves the state of LangGraph graphs. A class, because LangGraph's contract is one; it only translates.

import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  getCheckpointId,
  maxChannelVersion,
  type PendingWrite,
  type SerializerProtocol,
  TASKS,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import type {
  GraphBytes,
  GraphPlace,
  GraphThread,
  GraphWrite,
  SavedGraphCheckpoint,
} from "../../model/checkpoint.ts";
import { omitUndefined } from "../../model/omit-undefined.ts";
import { ownValue } from "../../model/own-value.ts";
import type { Frameworks, GraphQuery } from "../../operations/admin/frameworks.ts";
import type { MemoryEngine } from "../../operations/engine.ts";

const READ_AT_ONCE = 20;

export type CheckpointerOptions = Readonly<{ tenant: string; serde?: SerializerProtocol }>;

export class MnemeCheckpointer extends BaseCheckpointSaver {
  readonly #frameworks: Frameworks;
  readonly #tenant: string;

  constructor(memory: Pick<MemoryEngine, "admin">, options: CheckpointerOptions) {
    super(options.serde);
    this.#frameworks = memory.admin.frameworks;
    this.#tenant = options.tenant;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const thread = threadOf(this.#tenant, config);
    if (thread === undefined) return undefined;
    const id = getCheckpointId(config);
    const saved = await this.#frameworks.graphs.load(thread, id === "" ? undefined : id);
    return saved === undefined ? undefined : this.#tupleOf(saved);
  }

  override async *list(
    config: RunnableConfig,
    options: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    const filter = Object.entries(options.filter ?? {});
    for await (const saved of this.#saved(config, options)) {
      if (left <= 0) return;
      const metadata = Object.entries(Object(await unpack(saved.metadata, this.serde)));
      const known = new Map<string, unknown>(metadata);
      if (!filter.every(([key, value]) => known.get(key) === value)) continue;
      left -= 1;
      yield await this.#tupleOf(saved);
    }
  }

  /** Page by page, each from where the last one ended: checkpoints saved meanwhile neither repeat nor hide others. */
  async *#saved(
    config: RunnableConfig,
    options: CheckpointListOptions,
  ): AsyncGenerator<SavedGraphCheckpoint> {
    const query = { ...queryOf(this.#tenant, config, options.before), limit: READ_AT_ONCE };
    let page = await this.#frameworks.graphs.page(query);
    while (page.length > 0) {
      yield* page;
      const after = page.at(-1);
      if (after === undefined || page.length < READ_AT_ONCE) return;
      page = await this.#frameworks.graphs.page({ ...query, after });
    }
  }

  async #tupleOf(saved: SavedGraphCheckpoint): Promise<CheckpointTuple> {
    const { graphs } = this.#frameworks;
    const parentWrites = ({ parent, ...place }: SavedGraphCheckpoint) =>
      parent === undefined ? undefined : graphs.writes({ ...place, id: parent });
    return restore(saved, { serde: this.serde, parentWrites });
  }

  // LangGraph's contract has four parameters, one more than we allow ourselves elsewhere.
  override async put(...given: PutArguments): Promise<RunnableConfig> {
    const [config, checkpoint, metadata, newVersions] = given;
    const { user, parent, ...thread } = writtenPlaceOf(this.#tenant, config);
    const { channel_values, ...state } = checkpoint;
    const changed = Object.keys(newVersions);
    const present = changed.filter((channel) => Object.hasOwn(channel_values, channel));
    const packed = present.map(async (channel) => ({
      channel,
      data: await pack(ownValue(channel_values, channel), this.serde),
    }));
    await this.#frameworks.graphs.save(
      {
        ...thread,
        id: checkpoint.id,
        ...(parent === undefined ? {} : { parent }),
        ...(user === undefined ? {} : { user }),
        checkpoint: await pack(state, this.serde),
        metadata: await pack(metadata, this.serde),
        versions: texts({ ...checkpoint.channel_versions, ...newVersions }),
        changed,
        values: await Promise.all(packed),
      },
      this.#frameworks.now(),
    );
    return configOf({ ...thread, id: checkpoint.id });
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
  ): Promise<void> {
    const { parent: id, user: _user, ...thread } = writtenPlaceOf(this.#tenant, config);
    if (id === undefined) throw new Error("`configurable.checkpoint_id` is missing.");
    const packed = writes.map(async ([channel, value], index) => ({
      task: taskId,
      index: ownValue(WRITES_IDX_MAP, channel) ?? index,
      channel,
      data: await pack(value, this.serde),
    }));
    await this.#frameworks.graphs.saveWrites({ ...thread, id }, await Promise.all(packed));
  }

  override deleteThread(threadId: string): Promise<void> {
    return this.#frameworks.graphs.deleteThread(this.#tenant, threadId);
  }
}

type PutArguments = [
  config: RunnableConfig,
  checkpoint: Checkpoint,
  metadata: CheckpointMetadata,
  newVersions: ChannelVersions,
];

function texts(versions: ChannelVersions): Readonly<Record<string, string>> {
  const entries = Object.entries(versions);
  return Object.fromEntries(entries.map(([channel, version]) => [channel, String(version)]));
}

function configOf({ thread, namespace, id }: GraphPlace): RunnableConfig {
  return { configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id } };
}

// Reads LangGraph's `configurable` once, at the edge. It comes from whoever calls the graph.

type Given = Readonly<Record<string, unknown>>;

function given(config: RunnableConfig): Given {
  return config.configurable ?? {};
}

function textOf(from: Given, field: string): string | undefined {
  const value = from[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new Error(`\`configurable.${field}\` must be a string.`);
}

function threadOf(tenant: string, config: RunnableConfig): GraphThread | undefined {
  const thread = textOf(given(config), "thread_id");
  if (thread === undefined) return undefined;
  return { tenant, thread, namespace: textOf(given(config), "checkpoint_ns") ?? "" };
}

type WrittenPlace = GraphThread &
  Readonly<{ parent: string | undefined; user: string | undefined }>;

/** Where something is written: below the checkpoint that the configuration names, if it names one. */
function writtenPlaceOf(tenant: string, config: RunnableConfig): WrittenPlace {
  const thread = threadOf(tenant, config);
  if (thread === undefined || thread.thread === "")
    throw new Error(
      'A checkpoint belongs to a thread: pass `{ configurable: { thread_id: "…" } }` when you call the graph.',
    );
  return {
    ...thread,
    parent: textOf(given(config), "checkpoint_id"),
    user: textOf(given(config), "user_id"),
  };
}

/** What a listing is narrowed to; a field that is absent narrows nothing. */
function queryOf(
  tenant: string,
  config: RunnableConfig,
  before: RunnableConfig | undefined,
): Omit<GraphQuery, "limit"> {
  return omitUndefined({
    tenant,
    thread: textOf(given(config), "thread_id"),
    namespace: textOf(given(config), "checkpoint_ns"),
    id: textOf(given(config), "checkpoint_id"),
    before: before === undefined ? undefined : getCheckpointId(before) || undefined,
  });
}

// Turns what LangGraph's serializer makes of a checkpoint into bytes to keep, and back into a tuple.

/** Until this version of the format, what a step sent to other nodes was kept with its parent's writes. */
const SENDS_WITH_STATE_SINCE = 4;

async function pack(value: unknown, serde: SerializerProtocol): Promise<GraphBytes> {
  const [encoding, bytes] = await serde.dumpsTyped(value);
  return { encoding, bytes };
}

async function unpack(data: GraphBytes, serde: SerializerProtocol): Promise<unknown> {
  return serde.loadsTyped(data.encoding, data.bytes);
}

type Restoring = Readonly<{
  serde: SerializerProtocol;
  parentWrites: (saved: SavedGraphCheckpoint) => Promise<readonly GraphWrite[]> | undefined;
}>;

async function restore(
  saved: SavedGraphCheckpoint,
  restoring: Restoring,
): Promise<CheckpointTuple> {
  const { serde } = restoring;
  const { thread, namespace, id, parent } = saved;
  const place = { thread_id: thread, checkpoint_ns: namespace };
  return {
    config: { configurable: { ...place, checkpoint_id: id } },
    checkpoint: await withSends(await checkpointOf(saved, serde), saved, restoring),
    metadata: (await unpack(saved.metadata, serde)) as CheckpointMetadata,
    pendingWrites: await Promise.all(saved.writes.map((write) => pendingOf(write, serde))),
    ...(parent === undefined
      ? {}
      : { parentConfig: { configurable: { ...place, checkpoint_id: parent } } }),
  };
}

async function checkpointOf(
  { checkpoint, values }: SavedGraphCheckpoint,
  serde: SerializerProtocol,
): Promise<Checkpoint> {
  const state = (await unpack(checkpoint, serde)) as Omit<Checkpoint, "channel_values">;
  const entries = values.map(
    async ({ channel, data }) => [channel, await unpack(data, serde)] as const,
  );
  return { ...state, channel_values: Object.fromEntries(await Promise.all(entries)) };
}

async function pendingOf(
  { task, channel, data }: GraphWrite,
  serde: SerializerProtocol,
): Promise<CheckpointPendingWrite> {
  return [task, channel, await unpack(data, serde)];
}

/** An old checkpoint gets what its parent's step sent, as if it had been written today. */
async function withSends(
  checkpoint: Checkpoint,
  saved: SavedGraphCheckpoint,
  { serde, parentWrites }: Restoring,
): Promise<Checkpoint> {
  if (checkpoint.v >= SENDS_WITH_STATE_SINCE) return checkpoint;
  const writes = await parentWrites(saved);
  if (writes === undefined) return checkpoint;
  const sends = writes.filter(({ channel }) => channel === TASKS);
  const versions = Object.values(checkpoint.channel_versions);
  return {
    ...checkpoint,
    channel_values: {
      ...checkpoint.channel_values,
      [TASKS]: await Promise.all(sends.map(({ data }) => unpack(data, serde))),
    },
    channel_versions: {
      ...checkpoint.channel_versions,
      [TASKS]: versions.length === 0 ? 1 : maxChannelVersion(...versions),
    },
  };
}
