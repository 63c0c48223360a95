// A file that is not there is an answer, not a fault.

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
