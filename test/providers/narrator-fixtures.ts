// Little talks and memories for the narrator's tests.

import type { Memory } from "../../src/model/memory.ts";
import type { Message } from "../../src/model/message.ts";

export function talk(...lines: readonly (readonly [name: string, text: string])[]): Message[] {
  return lines.map(([name, text], position) => ({
    tenant: "acme",
    id: `m${position}`,
    channel: "general",
    at: "2026-05-01T10:00:00.000Z",
    author: { id: name.toLowerCase(), name, isBot: false },
    text,
    role: "user",
    origin: "user",
    scope: "shared",
    position,
  }));
}

export function memory(fields: Partial<Memory> & Pick<Memory, "id" | "text">): Memory {
  return {
    tenant: "acme",
    scope: "shared",
    kind: "fact",
    category: "other",
    tags: [],
    participants: [],
    confidence: 0.9,
    importance: 3,
    pinned: false,
    stability: "stable",
    sensitivity: "normal",
    origins: ["user"],
    trust: 3,
    evidence: [],
    derivedFrom: [],
    state: "active",
    version: 1,
    createdAt: "2026-05-01T10:00:00.000Z",
    updatedAt: "2026-05-01T10:00:00.000Z",
    writer: {},
    ...fields,
  };
}

export const PEOPLE = ["Ana", "Ben", "Cy"].map((name) => ({
  id: name.toLowerCase(),
  name,
  isBot: false,
}));

/** What is quoted in a summary, as it stands between the quotation marks. */
export function quotedIn(summary: string): string[] {
  return [...summary.matchAll(/"([^"]+)"/gu)].map(([, said = ""]) => said);
}

/** A summary without its quotations: the names, and nothing else. */
export function aroundQuotes(summary: string): string {
  return summary.replace(/"[^"]+"/gu, '""');
}
