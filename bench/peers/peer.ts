// An engine as the bench sees it. Each is asked for the same things in its own words, by whatever door its users have.

import { builtinEmbedder } from "../../src/models/builtin/embedder.ts";
import type { Line } from "../workload/workload.ts";

export interface Peer {
  /** One line, kept as durably as the engine ever keeps it. */
  add(line: Line): Promise<unknown>;
  /** Many, by the engine's own way of adding many, if it has one. */
  addMany(lines: readonly Line[]): Promise<unknown>;
  /** Ids of the lines found, among all or among one user's. */
  search(query: string, user: string | undefined): Promise<readonly string[]>;
  /** How many lines are there. */
  count(): Promise<number>;
  close(): Promise<unknown>;
}

/** `place` is the engine's own, a folder or a schema's URL; what is there from an earlier process is opened again. */
export type OpenPeer = (place: string) => Promise<Peer>;

export const LIMIT = 10;
export const EVERYONE = "bench";

/** The same model for all, in the process: the engines are compared, not who embeds. */
const embedder = builtinEmbedder();
export const DIMS = embedder.model.dims;

export async function embed(texts: readonly string[]): Promise<number[][]> {
  const vectors = await embedder.embed(texts, "document", { tenant: EVERYONE });
  return vectors.map((vector) => [...vector]);
}

export function textOf({ speaker, text }: Line): string {
  return `${speaker}: ${text}`;
}
