// Saves the state of LangGraph graphs. A class, because LangGraph's contract is one; it only translates.

import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  getCheckpointId,
  type PendingWrite,
  type SerializerProtocol,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import type { GraphPlace, SavedGraphCheckpoint } from "../../model/graph-checkpoint.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import type { Frameworks } from "../../operations/frameworks.ts";
import { pack, restore, unpack } from "./checkpoint-bytes.ts";
import { queryOf, threadOf, writtenPlaceOf } from "./graph-config.ts";

const READ_AT_ONCE = 20;

export type CheckpointerOptions = Readonly<{ tenant: string; serde?: SerializerProtocol }>;

export class MnemeCheckpointer extends BaseCheckpointSaver {
  readonly #frameworks: Frameworks;
  readonly #tenant: string;

  constructor(memory: Pick<MemoryEngine, "frameworks">, options: CheckpointerOptions) {
    super(options.serde);
    this.#frameworks = memory.frameworks;
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
      data: await pack(channel_values[channel], this.serde),
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
      index: WRITES_IDX_MAP[channel] ?? index,
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
