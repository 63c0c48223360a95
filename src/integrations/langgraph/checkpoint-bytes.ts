// Turns what LangGraph's serializer makes of a checkpoint into bytes to keep, and back into a tuple.

import {
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  maxChannelVersion,
  type SerializerProtocol,
  TASKS,
} from "@langchain/langgraph-checkpoint";
import type { GraphBytes, GraphWrite, SavedGraphCheckpoint } from "../../model/graph-checkpoint.ts";

/** Until this version of the format, what a step sent to other nodes was kept with its parent's writes. */
const SENDS_WITH_STATE_SINCE = 4;

export async function pack(value: unknown, serde: SerializerProtocol): Promise<GraphBytes> {
  const [encoding, bytes] = await serde.dumpsTyped(value);
  return { encoding, bytes };
}

export async function unpack(data: GraphBytes, serde: SerializerProtocol): Promise<unknown> {
  return serde.loadsTyped(data.encoding, data.bytes);
}

type Restoring = Readonly<{
  serde: SerializerProtocol;
  parentWrites: (saved: SavedGraphCheckpoint) => Promise<readonly GraphWrite[]> | undefined;
}>;

export async function restore(
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
