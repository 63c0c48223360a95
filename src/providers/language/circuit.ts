// Stops calling a provider that keeps failing, and lets one call through now and then to see if it is back.

export type CircuitSettings = Readonly<{
  maxFailures: number;
  windowMs: number;
  openMs: number;
}>;

/** `unused`: the call was never made, so it says nothing about the provider. */
export type CallResult = "up" | "down" | "unused";

/** Leave to make one call, whose result must be told exactly once. */
type Permit = (result: CallResult) => void;

export interface Circuit {
  /** Undefined while the circuit is open. */
  admit(): Permit | undefined;
  /** For a provider that asks to be left alone. */
  openFor(ms: number): void;
}

type State = { failures: readonly number[]; openUntil: number | null; isProbing: boolean };
type Report = Readonly<{ result: CallResult; isProbe: boolean; now: number }>;

export function createCircuit(settings: CircuitSettings, now: () => number): Circuit {
  const state: State = { failures: [], openUntil: null, isProbing: false };
  return {
    admit: () => {
      const isProbe = state.openUntil !== null;
      if (!mayCall(state, now())) return undefined;
      state.isProbing = isProbe;
      return (result) => record(state, { result, isProbe, now: now() }, settings);
    },
    openFor: (ms) => open(state, now() + ms),
  };
}

function mayCall(state: State, now: number): boolean {
  return state.openUntil === null || (now >= state.openUntil && !state.isProbing);
}

function record(state: State, report: Report, settings: CircuitSettings): void {
  const { result, isProbe, now } = report;
  if (isProbe) state.isProbing = false;
  if (result === "up") {
    state.failures = [];
    state.openUntil = null;
  } else if (result === "down") {
    state.failures = [...state.failures.filter((at) => now - at < settings.windowMs), now];
    const isTooMany = state.failures.length >= settings.maxFailures;
    if (isProbe || isTooMany) open(state, now + settings.openMs);
  }
}

function open(state: State, until: number): void {
  state.openUntil = Math.max(state.openUntil ?? 0, until);
  state.failures = [];
}
