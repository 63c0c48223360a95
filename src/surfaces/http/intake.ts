// Counts what is under way, and closes the door when the server stops: whoever comes then is told to come back.

import { refusal } from "./problem.ts";

export interface Intake {
  /** Refuses once the server stops. */
  enter(): void;
  leave(): void;
  count(): number;
  /** From now on nobody enters; resolves when everyone left, or when the time is up. */
  close(seconds: number): Promise<void>;
}

export function createIntake(): Intake {
  let isClosed = false;
  let inside = 0;
  let emptied: () => void = () => undefined;
  return {
    enter: () => {
      inside += 1;
      if (isClosed) throw refusal("stopping", "The server is stopping; try again in a moment.");
    },
    leave: () => {
      inside -= 1;
      if (inside === 0) emptied();
    },
    count: () => inside,
    close: async (seconds) => {
      isClosed = true;
      if (inside === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, seconds * 1000);
        emptied = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
