// A file that is not there is an answer, not a fault.

import { stat } from "node:fs/promises";

export function isMissing(thrown: unknown): boolean {
  return Reflect.get(Object(thrown), "code") === "ENOENT";
}

/** Undefined when the file it needs is not there. */
export function ifThere<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

/** Nothing, when there is no such file. */
export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (thrown) {
    if (isMissing(thrown)) return 0;
    throw thrown;
  }
}
