// Lets requests begin one by one, each in a turn of the event loop of its own. With a database in the process a request
// is worked off without a pause; if many began in one turn, whoever only asks whether the server lives would wait for
// all of them.

export interface Turns {
  /** Resolves when it is one's turn, in the order of asking. */
  next(): Promise<void>;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let isGoing = false;
  const admit = () => {
    const begin = waiting.shift();
    isGoing = begin !== undefined;
    if (begin === undefined) return;
    begin();
    setImmediate(admit);
  };
  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (isGoing) return;
        isGoing = true;
        setImmediate(admit);
      }),
  };
}
