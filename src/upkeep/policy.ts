// Every number of upkeep in one place, settable in configuration.

export type UpkeepPolicy = Readonly<{
  /** Where the tenant's day begins, as `Europe/Lisbon`. */
  timeZone: (tenant: string) => string;
  /** What nobody used for so long, and is less important than this, is forgotten. */
  forgetAfterDays: number;
  forgetBelowImportance: number;
  /** More than this share of what is active, and more than this many, is a mass that someone has to confirm. */
  massShare: number;
  massCount: number;
  /** A clock that moved on by more than this at once is not believed for as long again; so many may go meanwhile. */
  leapMinutes: number;
  fewAfterLeap: number;
  insightsApartHours: number;
  /** Active insights of one person, the newest first. */
  insightsKept: number;
  mergeVolatileAfterDays: number;
  volatileBatch: number;
  summaryDays: number;
  consolidation: ConsolidationPolicy;
}>;

export type ConsolidationPolicy = Readonly<{
  poolHours: number;
  poolImportance: number;
  /** Both of a pair were last changed in so many days. */
  pairDays: number;
  /** Below this cosine of their vectors two lines are not one. */
  minCosine: number;
  /** Least share of the shorter line's words that the other has; or they differ in their numbers alone. */
  minOverlap: number;
  pairsOfUserDay: number;
  /** Pairs put before the judge at once. */
  pairsAtOnce: number;
  fingerprintDays: number;
}>;

export const DEFAULT_UPKEEP_POLICY: UpkeepPolicy = {
  timeZone: () => "UTC",
  forgetAfterDays: 60,
  forgetBelowImportance: 3,
  massShare: 0.2,
  massCount: 50,
  leapMinutes: 60,
  fewAfterLeap: 10,
  insightsApartHours: 24,
  insightsKept: 9,
  mergeVolatileAfterDays: 7,
  volatileBatch: 5,
  summaryDays: 7,
  consolidation: {
    poolHours: 72,
    poolImportance: 3,
    pairDays: 90,
    minCosine: 0.5,
    minOverlap: 0.3,
    pairsOfUserDay: 50,
    pairsAtOnce: 10,
    fingerprintDays: 14,
  },
};
