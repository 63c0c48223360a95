// Counts every step over an edge of the process (a statement, a file, a reply) and can end the process at one of them.

/** `half`: the step is begun and the process ends before it is over. */
export type Moment = "before" | "half" | "after";
export type Death = Readonly<{ at: number; moment: Moment }>;

export interface Crossings {
  /** A step that is over when it returns. `torn` does a part of it, where a part can be done. */
  now<T>(label: string, act: () => T, torn?: () => unknown): T;
  later<T>(label: string, act: () => Promise<T>, torn?: () => Promise<unknown>): Promise<T>;
  readonly labels: readonly string[];
}

export function countCrossings(death: Death | undefined): Crossings {
  const labels: string[] = [];
  const isAt = (n: number, moment: Moment) => death?.at === n && death.moment === moment;
  return {
    labels,
    now: (label, act, torn) => {
      const n = labels.push(label);
      if (isAt(n, "before")) die();
      if (isAt(n, "half")) {
        torn?.();
        die();
      }
      const result = act();
      if (isAt(n, "after")) die();
      return result;
    },
    later: async (label, act, torn) => {
      const n = labels.push(label);
      if (isAt(n, "before")) die();
      if (isAt(n, "half")) {
        await torn?.();
        die();
      }
      const result = await act();
      if (isAt(n, "after")) die();
      return result;
    },
  };
}

/** No handler runs, nothing is flushed: as when the power of the process is cut. */
function die(): void {
  process.kill(process.pid, "SIGKILL");
}
