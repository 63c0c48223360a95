// Takes what is erased out of the files people can read, or says how many lines that would be.

import type { Message } from "../../model/message.ts";
import type { Files, LineEdit } from "../../ports/files.ts";
import { recordKey, unsigned, vaultHead } from "../vault-file.ts";
import type { Closure } from "./closure.ts";

/** A message as the journal wrote it. */
export type JournalLine = (message: Message) => string;

export type LineCounts = Readonly<{ vault_lines: number; journal_lines: number }>;

/** With a person, what they did to other people's memories is left without their name. */
type Erasing = Readonly<{
  closure: Pick<Closure, "messages" | "memories">;
  journalLine: JournalLine;
  person?: Readonly<{ tenant: string; id: string }> | undefined;
}>;

export async function eraseLines(erasing: Erasing, files: Files): Promise<LineCounts> {
  const journals = linesByJournal(erasing);
  await files.refuseWithoutRoom([...journals.values()]);
  let journalLines = 0;
  for (const [, { tenant, day, lines }] of journals)
    journalLines += await files.rewriteJournal({ tenant, day }, dropping(lines));
  return {
    vault_lines: await files.rewriteVault(vaultEdit(erasing)),
    journal_lines: journalLines,
  };
}

export async function countLines(erasing: Erasing, files: Files): Promise<LineCounts> {
  let journalLines = 0;
  for (const [, { tenant, day, lines }] of linesByJournal(erasing))
    journalLines += await edited(files.readJournal(tenant, day), dropping(lines));
  const vaultLines = await edited(files.readVault(), vaultEdit(erasing));
  return { vault_lines: vaultLines, journal_lines: journalLines };
}

async function edited(lines: AsyncIterable<string>, edit: LineEdit): Promise<number> {
  let count = 0;
  for await (const line of lines) if (edit(line) !== line) count += 1;
  return count;
}

type Journal = { tenant: string; day: string; lines: string[] };

function linesByJournal({ closure, journalLine }: Erasing): ReadonlyMap<string, Journal> {
  const journals = new Map<string, Journal>();
  for (const message of closure.messages) {
    const { tenant } = message;
    const day = message.at.slice(0, 10);
    const key = JSON.stringify([tenant, day]);
    const journal = journals.get(key) ?? { tenant, day, lines: [] };
    journal.lines.push(journalLine(message));
    journals.set(key, journal);
  }
  return journals;
}

/** A line goes as often as it was said by whom is erased: the same words of another at the same second stay. */
function dropping(lines: readonly string[]): LineEdit {
  const left = new Map<string, number>();
  for (const line of lines) left.set(line, (left.get(line) ?? 0) + 1);
  return (line) => {
    const count = left.get(line) ?? 0;
    if (count === 0) return line;
    left.set(line, count - 1);
    return undefined;
  };
}

/** Of a line that says a memory is gone, only who ended it is anybody's. */
function vaultEdit({ closure, person }: Erasing): LineEdit {
  const keys = new Set(closure.memories.map(recordKey));
  return (line) => {
    const head = vaultHead(line);
    if (head === undefined) return line;
    if (head.purged !== true && keys.has(recordKey(head))) return undefined;
    const isTheirs = person !== undefined && person.tenant === head.tenant;
    return isTheirs ? unsigned(line, person.id) : line;
  };
}
