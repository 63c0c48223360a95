// What the package exports.

export { moveCheckpoints } from "./curate/move-checkpoints.ts";
export { createMemory, type MemoryOptions } from "./engine.ts";
export { type ErrorCode, MemoryError } from "./errors.ts";
export type { HistoryEntry } from "./model/history.ts";
export type { Evidence, Memory } from "./model/memory.ts";
export type { NewMessage as Message } from "./model/message.ts";
export { type Metadata, type MetadataFilter, where } from "./model/metadata.ts";
export type { Receipt } from "./model/receipt.ts";
export type { FoundFact } from "./models/host/extractor.ts";
export type { MemoryEngine } from "./operations/engine.ts";
export type { Embedder } from "./ports/embedder.ts";
export type { Extractor } from "./ports/extractor.ts";
export type { Judge } from "./ports/language.ts";
export type { Narrator } from "./ports/narrator.ts";
export type { Reranker } from "./ports/reranker.ts";
export type { Hit, SearchResult } from "./read/hit.ts";
export { rekey } from "./store/sqlite/encrypted-sqlite.ts";
