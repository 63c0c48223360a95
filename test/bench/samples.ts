// A run that nobody made, for tests of what is done with runs.

import type { Measured } from "../../bench/run/measured.ts";
import type { Setting } from "../../bench/run/setting.ts";

export const setting: Setting = {
  command: "npm run bench -- adds",
  date: "2026-02-03T04:05:06.000Z",
  version: "mneme 0.0.0",
  commit: "abc1234",
  node: "v20.0.0",
  system: "linux",
  processor: "a processor",
  cores: 2,
  memoryGib: 4,
  load: [0.5, 1.5],
};

export function measuredWith(ratios: Measured["ratios"]): Measured {
  return {
    tables: [
      {
        title: "Adding",
        columns: ["what", "a second"],
        rows: [["note | line", 12_345.6]],
        notes: ["A remark."],
      },
    ],
    ratios,
    promises: [
      { says: "fast", measured: "3", holds: true },
      { says: "small", measured: "9", holds: false },
    ],
  };
}
