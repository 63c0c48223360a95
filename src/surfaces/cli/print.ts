// Prints results for people, or as JSON and nothing else.

import pc from "picocolors";
import type { MemoryError } from "../../errors.ts";

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, undefined, 2));
}

export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) console.log(lines.join("\n"));
}

export function printError(error: MemoryError, isJson: boolean): void {
  if (isJson)
    printJson({ error: { code: error.code, message: error.message, details: error.details } });
  else console.error(`${pc.red("error")} ${error.message} ${pc.dim(`(${error.code})`)}`);
}

/** Text from memory on a terminal: one line, no control characters. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").replace(/\p{C}/gu, "");
}
