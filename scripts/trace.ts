// Runs one ingest and one context, and tells which functions of `src` they called, in the order of the first call.

import { type Debugger, type Profiler, Session } from "node:inspector";
import { createMemory } from "../src/index.ts";

/** `file` is relative to the repository. */
export type Called = Readonly<{ file: string; name: string }>;
type Step = "ingest" | "context";
export type Trace = Readonly<Record<Step, readonly Called[]>>;

type Place = Called & Readonly<{ scriptId: string; from: number; to: number }>;
type Run = (step: Step) => Promise<unknown>;

const ROOT = new URL("../", import.meta.url).href;
const SRC = `${ROOT}src/`;
/** Under this name a breakpoint's condition reaches what notes the order. */
const NOTE = "mneme.trace";

/**
 * V8 counts the calls of a first run. In a second one, a breakpoint at each function that was called notes when, and
 * never stops.
 */
export async function traceCalls(): Promise<Trace> {
  const session = new Session();
  session.connect();
  try {
    const places = await withMemory((run) => calledPlaces(session, run));
    return await withMemory((run) => inOrder(session, places, run));
  } finally {
    session.disconnect();
  }
}

async function withMemory<T>(use: (run: Run) => Promise<T>): Promise<T> {
  const memory = await createMemory({ path: ":memory:", upkeep: false });
  const tenant = "acme";
  const author = { id: "u1", name: "Ana" };
  const text = "I moved to Lisbon last week, and I am allergic to peanuts.";
  const at = new Date(Date.UTC(2026, 4, 1, 10));
  try {
    return await use((step) =>
      step === "ingest"
        ? memory.ingest({ tenant, channel: "general", id: "m1", at, author, text })
        : memory.context({ tenant, user: "u1", channel: "general", query: "Where does Ana live?" }),
    );
  } finally {
    await memory.close();
  }
}

async function calledPlaces(session: Session, run: Run): Promise<readonly Place[]> {
  await post(session, "Profiler.enable");
  await post(session, "Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await run("ingest");
  await run("context");
  const { result } = await post<Profiler.TakePreciseCoverageReturnType>(
    session,
    "Profiler.takePreciseCoverage",
  );
  await post(session, "Profiler.disable");
  return result.filter(({ url }) => url.startsWith(SRC)).flatMap(placesIn);
}

/** Not the module itself, which is called once when it is loaded. */
function placesIn({ url, scriptId, functions }: Profiler.ScriptCoverage): readonly Place[] {
  const file = url.slice(ROOT.length);
  return functions.flatMap(({ functionName: name, ranges: [range] }) =>
    range === undefined || range.count === 0 || range.startOffset === 0
      ? []
      : [{ file, name, scriptId, from: range.startOffset, to: range.endOffset }],
  );
}

async function inOrder(session: Session, places: readonly Place[], run: Run): Promise<Trace> {
  const order: Record<Step, Set<number>> = { ingest: new Set(), context: new Set() };
  let step: Step = "ingest";
  const note = (place: number) => order[step].add(place);
  Reflect.set(globalThis, Symbol.for(NOTE), note);
  await post(session, "Debugger.enable");
  const sources = new Map<string, string>();
  for (const [index, place] of places.entries()) {
    const source = sources.get(place.scriptId) ?? (await sourceOf(session, place));
    sources.set(place.scriptId, source);
    await breakAt(session, { place, source, index });
  }
  await run("ingest");
  step = "context";
  await run("context");
  await post(session, "Debugger.disable");
  Reflect.deleteProperty(globalThis, Symbol.for(NOTE));
  const called = (of: Step) =>
    [...order[of]].flatMap((index) => {
      const place = places[index];
      return place === undefined ? [] : [{ file: place.file, name: place.name }];
    });
  return { ingest: called("ingest"), context: called("context") };
}

async function sourceOf(session: Session, { scriptId }: Place): Promise<string> {
  const answer = await post<Debugger.GetScriptSourceReturnType>(
    session,
    "Debugger.getScriptSource",
    { scriptId },
  );
  return answer.scriptSource;
}

async function breakAt(
  session: Session,
  { place, source, index }: Readonly<{ place: Place; source: string; index: number }>,
): Promise<void> {
  const { scriptId, from, to } = place;
  const range = { start: locate(scriptId, source, from), end: locate(scriptId, source, to) };
  const { locations } = await post<Debugger.GetPossibleBreakpointsReturnType>(
    session,
    "Debugger.getPossibleBreakpoints",
    range,
  );
  const [first] = locations;
  if (first === undefined) return;
  const location = { ...first, scriptId };
  const condition = `(globalThis[Symbol.for("${NOTE}")](${index}), false)`;
  await post(session, "Debugger.setBreakpoint", { location, condition });
}

function locate(scriptId: string, source: string, offset: number): Debugger.Location {
  const before = source.slice(0, offset);
  const lineNumber = before.split("\n").length - 1;
  return { scriptId, lineNumber, columnNumber: offset - (before.lastIndexOf("\n") + 1) };
}

function post<T>(session: Session, method: string, params: object = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error: Error | null, result?: object) => {
      if (error === null) resolve(result as T);
      else reject(error);
    });
  });
}
