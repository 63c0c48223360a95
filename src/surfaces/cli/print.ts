// Colours, on a terminal that wants them and nowhere else. `NO_COLOR` turns them off.

import pc from "picocolors";
import type { MemoryError } from "../../errors.ts";

// Not the library's own rule: that one also paints what a build server writes into a file.
export const paint = pc.createColors(pc.isColorSupported && process.stdout.isTTY === true);

/** Prints results for people, or as JSON and nothing else. Notes go to standard error. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value ?? null, undefined, 2));
}

export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) console.log(lines.join("\n"));
}

/** Something worth knowing beside the result. */
export function note(session: Readonly<{ quiet?: boolean }>, line: string): void {
  if (session.quiet !== true) console.error(paint.dim(line));
}

export function printError(error: MemoryError, isJson: boolean): void {
  if (isJson)
    printJson({ error: { code: error.code, message: error.message, details: error.details } });
  else console.error(`${paint.red("error")} ${error.message} ${paint.dim(`(${error.code})`)}`);
}

/** Text from memory on a terminal: one line, no control characters. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").replace(/\p{C}/gu, "");
}
