// How far a long command has come: a bar on a terminal, elsewhere a plain line every few seconds. On standard error.

import type { Answering } from "./session.ts";

export interface Progress {
  /** So many are done. */
  to(done: number): void;
  /** No more is said; what was shown of it is cleared away. */
  end(): void;
}

export type ProgressOptions = Readonly<{
  /** What is being done, as in `Listening`. */
  label: string;
  /** How many there are, when that is known. */
  total?: number;
}>;

const LINE_EVERY_MS = 5_000;

export async function startProgress(
  session: Answering,
  options: ProgressOptions,
): Promise<Progress> {
  if (session.quiet === true) return { to: () => undefined, end: () => undefined };
  if (process.stderr.isTTY === true) return shownBar(options);
  const write = (line: string) => console.error(line);
  return plainLines(options, { write, everyMs: LINE_EVERY_MS });
}

/** Says something only when there is something new to say. */
export function plainLines(
  options: ProgressOptions,
  { write, everyMs }: Readonly<{ write: (line: string) => void; everyMs: number }>,
): Progress {
  let done = 0;
  let told = 0;
  const timer = setInterval(() => {
    if (done === told) return;
    told = done;
    write(lineOf(options, done));
  }, everyMs).unref();
  return {
    to: (count) => {
      done = count;
    },
    end: () => clearInterval(timer),
  };
}

function lineOf({ label, total }: ProgressOptions, done: number): string {
  if (total === undefined || total === 0) return `${label}: ${done}`;
  return `${label}: ${done} of ${total} (${Math.floor((done / total) * 100)} %)`;
}

async function shownBar(options: ProgressOptions): Promise<Progress> {
  const { progress, spinner } = await import("@clack/prompts");
  const { label, total } = options;
  const output = process.stderr;
  if (total === undefined) {
    const wheel = spinner({ output });
    wheel.start(label);
    return { to: (done) => wheel.message(lineOf(options, done)), end: () => wheel.clear() };
  }
  const bar = progress({ output, max: Math.max(1, total) });
  bar.start(label);
  let shown = 0;
  return {
    to: (done) => {
      bar.advance(done - shown, lineOf(options, done));
      shown = done;
    },
    end: () => bar.clear(),
  };
}
