// A long list is worked through a part at a time, so that other work of the process gets its turn.

/** Lines of one part. */
export const AT_ONCE = 32;

export function giveWay(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
