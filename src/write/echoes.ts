// Keeps the engine's own words from coming back as news: marked blocks are cut out, single lines are recognised.

import { textKey } from "../model/text.ts";

export interface Echoes {
  /** For memories, not for messages: those are what people said themselves. */
  handOut(tenant: string, lines: readonly string[]): void;
  isEcho(tenant: string, line: string): boolean;
}

type EchoLimits = Readonly<{ tenants: number; linesOfTenant: number }>;

const DEFAULT_ECHO_LIMITS: EchoLimits = { tenants: 1_000, linesOfTenant: 2_000 };

/** Shorter lines are anybody's: a person may well say "she likes tea" of their own accord. */
const LEAST_CHARACTERS = 12;

export function createEchoes(limits: EchoLimits = DEFAULT_ECHO_LIMITS): Echoes {
  const byTenant = new Map<string, Map<string, true>>();
  return {
    handOut: (tenant, lines) => {
      const known = byTenant.get(tenant) ?? new Map<string, true>();
      byTenant.delete(tenant);
      byTenant.set(tenant, known);
      for (const key of lines.flatMap(keysOf)) {
        known.delete(key);
        known.set(key, true);
      }
      keepNewest(known, limits.linesOfTenant);
      keepNewest(byTenant, limits.tenants);
    },
    isEcho: (tenant, line) => {
      const known = byTenant.get(tenant);
      if (known === undefined || line.length < LEAST_CHARACTERS) return false;
      return known.has(textKey(line));
    },
  };
}

/** The line and each sentence of it, as a reader may quote either. */
function keysOf(line: string): readonly string[] {
  return [...new Set([line, ...line.split(/(?<=[.!?…])\s+/u)].map(textKey))];
}

/** A map remembers the order in which its keys came. */
function keepNewest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

// Takes out of a message the blocks of memory that the engine itself handed out, by their marks, so that its own words
// never come back as news. Single lines without marks are met at the gate.

/** The notice that opens a block, with the random word that closes it. */
const NOTICE = /<m ([0-9a-z]{4,64})> Remembered from others/gu;
const BACKGROUND = /<background_facts>/g;
/** Headings over lists of memories, down to the first line that is no item of the list. */
const HEADING =
  /^\s*(?:#{1,4} (?:Memory(?: Context| Snapshot)?|User facts|Relevant (?:facts|messages))|Memory updates since rev \d+:)\s*$/;
const ITEM = /^\s*(?:[-*•] |\[[\w -]{2,24}\] |#{2,6} |$)/;
/** More blocks than this in one message are no accident, and each costs a look at the whole text. */
const MAX_BLOCKS = 16;

export function stripEcho(text: string): string {
  if (!/<m |<background_facts>|Memory|facts|messages/.test(text)) return text;
  const rest = withoutLists(withoutBlocks(withoutBlocks(text, NOTICE), BACKGROUND));
  return rest === text ? text : rest.trim();
}

/** An opening without its end is somebody's text and stays. */
function withoutBlocks(text: string, opening: RegExp): string {
  const pieces: string[] = [];
  let from = 0;
  for (const match of [...text.matchAll(opening)].slice(0, MAX_BLOCKS)) {
    const end = endOf(text, match);
    if (match.index < from || end === undefined) continue;
    pieces.push(text.slice(from, match.index));
    from = end;
  }
  return pieces.join("") + text.slice(from);
}

/** A fenced block reaches to the mark with its word, a named one to its closing tag. */
function endOf(text: string, { 1: nonce, index }: RegExpExecArray): number | undefined {
  const mark = nonce === undefined ? "</background_facts>" : `</m ${nonce}>`;
  const closing = text.indexOf(mark, index);
  return closing === -1 ? undefined : lineEnd(text, closing);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function withoutLists(text: string): string {
  let isListed = false;
  const kept = text.split("\n").filter((line) => {
    isListed = HEADING.test(line) || (isListed && ITEM.test(line));
    return !isListed;
  });
  return kept.join("\n");
}
