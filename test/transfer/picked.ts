// The messages and the memories among the records of a source.

import type { ImportRecord } from "../../src/transfer/record.ts";

type Of<T extends ImportRecord["type"]> = Extract<ImportRecord, { type: T }>;

export function messagesIn(records: readonly ImportRecord[]) {
  return records
    .filter((one): one is Of<"message"> => one.type === "message")
    .map(({ message }) => message);
}

export function memoriesIn(records: readonly ImportRecord[]) {
  return records
    .filter((one): one is Of<"memory"> => one.type === "memory")
    .map(({ memory }) => memory);
}
