// Does something again and again, as long as nothing else keeps the process alive.

/** What fails is tried again at the next turn, and none begins before the last has ended. */
export function every(ms: number, act: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    await act().catch(() => undefined);
    isRunning = false;
  };
  return setInterval(() => void run(), ms).unref();
}
