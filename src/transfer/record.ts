// What every importer gives, whatever it reads: one record for each thing the source holds, and one for each thing in
// it that could not be read.

import type { Item } from "../model/change-set.ts";
import type { Kind, Section } from "../model/kinds.ts";
import type { Importance, Timestamp } from "../model/memory.ts";
import type { Author, Message } from "../model/message.ts";
import type { StoredRecord } from "../ports/transfer-store.ts";
import type { ImportSource } from "./source/source.ts";

export type MessageDraft = Readonly<{
  /** The source's own id where it is the platform's, so that a message heard live is not heard again. */
  id: string;
  channel: string;
  thread?: string;
  /** Absent where the source has none. */
  at?: Timestamp;
  author: Author;
  text: string;
  role: Message["role"];
  /** `user` for what an old system heard from people itself; otherwise it is as little trusted as any import. */
  origin?: "user";
}>;

export type MemoryDraft = Readonly<{
  text: string;
  /** By its wording when absent: a short statement is a fact, anything else a note. */
  kind?: Kind;
  subject?: string;
  category?: string;
  title?: string;
  tags?: readonly string[];
  section?: Section;
  participants?: readonly string[];
  confidence?: number;
  importance?: Importance;
  validFrom?: Timestamp;
  expiresAt?: Timestamp;
  channel?: string;
}>;

export type ImportRecord =
  /** `key` names the record in its source and stays the same from one reading to the next. */
  | Readonly<{ type: "message"; key: string; message: MessageDraft; tenant?: string }>
  | Readonly<{ type: "memory"; key: string; memory: MemoryDraft }>
  /** Between two memories, by their keys. */
  | Readonly<{ type: "relation"; key: string; from: string; to: string }>
  /** A record of our own export, to be put back as it was. */
  | Readonly<{ type: "stored"; record: StoredRecord }>
  /** A row of a system that is moved here: put in its place under its own id and times, its words screened. */
  | Readonly<{ type: "moved"; where: string; record: StoredRecord; tenant?: string }>
  /** The vector that the old system made of a moved row; of use where the model is the one we embed with. */
  | Readonly<{
      type: "vector";
      item: Item;
      id: string;
      model: string | undefined;
      vector: Float32Array;
      tenant?: string;
    }>
  /** Readable, and not meant to be remembered: a hidden prompt, a tool's output. */
  | Readonly<{ type: "left_out"; why: string }>
  | Readonly<{ type: "bad"; where: string; reason: string }>
  /** Something about a record that comes all the same: a field that could not be read, and what stands for it. */
  | Readonly<{ type: "odd"; where: string; reason: string }>;

/** Who the source's nameless `user` is, and where its conversations go. */
export type ImportOptions = Readonly<{
  /** Whose memory it goes into. */
  tenant: string;
  person: Readonly<{ id: string; name: string }>;
  /** For sources whose messages stand in no channel. */
  channel: string;
  /** Also what was said in branches that were left. */
  branches: boolean;
  /** The tenant of a guild, where it is not called as the guild is; `*` stands for every other guild. */
  guilds?: ReadonlyMap<string, string>;
  /** The model of the source's vectors, where the source does not name it. */
  vectorsOf?: string;
}>;

export type Importer = (
  source: ImportSource,
  options: ImportOptions,
) => AsyncIterable<ImportRecord>;
