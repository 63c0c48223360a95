// Where a line came from and how far it may be trusted. Stamped by the engine, never by a model.

export const ORIGINS = [
  "user",
  "assistant",
  "tool",
  "document",
  "import",
  "operator",
  "job",
] as const;
export type Origin = (typeof ORIGINS)[number];

/** 1: text from outside; 2: said by a model; 3: said by a person; 4: said by who runs the engine. */
const LEVELS = [1, 2, 3, 4] as const;
export type Trust = (typeof LEVELS)[number];

export const TRUST_OF: Readonly<Record<Origin, Trust>> = {
  document: 1,
  tool: 1,
  import: 1,
  assistant: 2,
  job: 2,
  user: 3,
  operator: 4,
};

export type Provenance = Readonly<{ origins: readonly Origin[]; trust: Trust }>;

export function provenanceOf(origin: Origin): Provenance {
  return { origins: [origin], trust: TRUST_OF[origin] };
}

/** What is derived keeps every origin of its parents and the lowest of their trust. */
export function derive(parents: readonly Provenance[]): Provenance {
  const origins = new Set(parents.flatMap((parent) => parent.origins));
  const trust = LEVELS.find((level) => parents.some((parent) => parent.trust === level)) ?? 4;
  return { origins: ORIGINS.filter((origin) => origins.has(origin)), trust };
}
