// What is mutated, and which tests have to notice. Each area has the smallest set of tests that should kill every
// mutant of it, on SQLite: its files decide the same on every database.

export type AreaName = "visible" | "erase-rows" | "erase-act" | "gate" | "guard";

type Area = Readonly<{
  mutate: readonly string[];
  tests: readonly string[];
  /** Kinds of mutants that are not made. */
  without?: readonly string[];
}>;

export const AREAS: Readonly<Record<AreaName, Area>> = {
  visible: {
    mutate: ["src/store/where.ts", "src/model/viewer.ts"],
    tests: [
      "tools/mutation/visible.test.ts",
      "test/store/blocked.test.ts",
      "test/store/contains.test.ts",
      "test/store/viewer-walls.test.ts",
    ],
  },
  "erase-rows": {
    mutate: ["src/store/erase/erase.ts", "src/store/erase/removal.ts"],
    tests: ["test/store/erase-*.test.ts", "tools/mutation/erase-rows.test.ts"],
  },
  "erase-act": {
    mutate: ["src/curate/erase/*.ts"],
    tests: ["test/curate/erase*.test.ts"],
  },
  gate: {
    mutate: ["src/write/stages/gate.ts"],
    tests: ["test/write/gate*.test.ts", "test/write/vault-gate.test.ts"],
  },
  /**
   * How a text is read, judged and rewritten. Not the patterns and word lists of the detectors: how well those know a
   * secret or an instruction is measured on labelled text.
   */
  guard: {
    mutate: [
      "src/guard/guard.ts",
      "src/guard/screen.ts",
      "src/guard/fold.ts",
      "src/guard/injection/hidden.ts",
      "src/guard/injection/encoded.ts",
      "src/guard/personal/card.ts",
    ],
    tests: [
      "test/write/guard.test.ts",
      "test/write/guard-{card,encoded,fold,hidden,injection,private,screen}.test.ts",
    ],
    without: ["Regex"],
  },
};
