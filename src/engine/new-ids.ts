// Ids that sort by the time they were made. Random numbers are drawn many at a time: a call for each id took longer
// than making it.

import { V7Generator } from "uuidv7";
import type { Ids } from "../ports/clock.ts";

const DRAWN = 1_024;

export function newIds(): Ids {
  const drawn = new Uint32Array(DRAWN);
  let next = DRAWN;
  const nextUint32 = (): number => {
    if (next === DRAWN) {
      crypto.getRandomValues(drawn);
      next = 0;
    }
    const word = drawn[next] ?? 0;
    next += 1;
    return word;
  };
  const generator = new V7Generator({ nextUint32 });
  return () => generator.generate().toString();
}
