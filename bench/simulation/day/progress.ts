// How far a long run has come: a bar where someone watches, a plain line now and then where nobody does.

const EVERY_MS = 5_000;
const DRAW_MS = 100;
const WIDTH = 30;

export interface Progress {
  heard(): void;
  says(what: string): void;
  over(): void;
  peakMegabytes(): number;
}

export function progressOf(total: number): Progress {
  const isWatched = process.stderr.isTTY === true;
  let done = 0;
  let peak = 0;
  let told = performance.now();
  const tell = (what: string) => {
    const megabytes = process.memoryUsage().rss / 2 ** 20;
    peak = Math.max(peak, megabytes);
    const line = `${what}, ${Math.round(megabytes)} MB`;
    process.stderr.write(isWatched ? `\r\u001b[2K${bar(done / total)} ${line}` : `${line}\n`);
    told = performance.now();
  };
  return {
    heard: () => {
      done += 1;
      if (performance.now() - told > (isWatched ? DRAW_MS : EVERY_MS))
        tell(`${done} of ${total} messages`);
    },
    says: tell,
    over: () => {
      tell("done");
      if (isWatched) process.stderr.write("\n");
    },
    peakMegabytes: () => Math.round(peak),
  };
}

function bar(share: number): string {
  const full = Math.round(share * WIDTH);
  return `[${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${Math.round(share * 100)}%`;
}
