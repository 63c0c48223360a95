// Reads documents again when something changes below their folder. Changes that come together are one round, and no round
// begins before the last has ended.

import { existsSync, watch } from "node:fs";
import { asMemoryError, type MemoryError } from "../../errors.ts";
import type { IngestDeps } from "../../write/act.ts";
import { type DocumentsInput, type DocumentsReport, syncDocuments } from "./sync-documents.ts";

export type WatchInput = DocumentsInput &
  Readonly<{
    onReport: (report: DocumentsReport) => void;
    onError?: ((error: MemoryError) => void) | undefined;
  }>;

export type WatchedDocuments = Readonly<{
  /** Resolves when what is being read has been taken in. */
  close(): Promise<void>;
}>;

/** A program that saves a file writes it in several steps. */
const QUIET_MS = 300;

export async function watchDocuments(
  input: WatchInput,
  deps: IngestDeps,
): Promise<WatchedDocuments> {
  const stop = new AbortController();
  const round = async () => {
    try {
      input.onReport(await syncDocuments({ ...input, signal: stop.signal }, deps));
    } catch (thrown) {
      input.onError?.(asMemoryError(thrown));
    }
  };
  const first = async () =>
    input.onReport(await syncDocuments({ ...input, signal: stop.signal }, deps));
  let last: Promise<void> = Promise.resolve();
  let waiting: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      last = last.then(round);
    }, QUIET_MS);
  };
  // Watched before it is read: what is written meanwhile is a change. Reading says clearly when there is nothing there.
  const watcher = existsSync(input.path)
    ? watch(input.path, { recursive: true }, changed)
    : undefined;
  watcher?.on("error", (error) => input.onError?.(asMemoryError(error)));
  const reading = first();
  last = reading.catch(() => undefined);
  try {
    await reading;
  } catch (thrown) {
    clearTimeout(waiting);
    watcher?.close();
    throw thrown;
  }
  return {
    close: async () => {
      stop.abort();
      clearTimeout(waiting);
      watcher?.close();
      await last;
    },
  };
}
