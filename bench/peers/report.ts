// The figures of all engines beside one another, ours that are worse included and named.

import type { Measured } from "../run/measured.ts";
import { figureTables, type PeerFigures } from "./figure-tables.ts";
import { promisesInOurs, ratiosInOurs } from "./in-ours.ts";

const FROM_BUILD = "Every engine runs in plain node; ours is the built package, as users run it.";
const FROM_SOURCES =
  "Every engine runs under tsx, which takes time and memory of its own: nothing was built (`npm run build`).";

export function peerReport(figures: PeerFigures): Measured {
  const { sized, isBuilt } = figures;
  const tables = figureTables(figures, {
    adding: [
      isBuilt ? FROM_BUILD : FROM_SOURCES,
      "Batches of 500 lines; ours by `rememberMany`, with the work it leaves for afterwards, and by `ingestMany`.",
      "Single adds are the last 300, one after another, each acknowledged before the next. `reached` below the size means that the time for filling ran out.",
      "Our notes are screened and our messages are read for facts as well; InMemoryStore writes nothing to disk.",
    ],
    searching: [
      "Up to 100 questions, as many as the time allows; of so few the p99 is the slowest. A round of the ratios is a fifth of them.",
      "Ten results asked for. Gold: the share of questions with at least one turn that answers among the results; unit: turn.",
      "server-memory has no ranking, no limit and no users: it is asked for one word and hands back every line with it.",
    ],
    footprint: [
      "InMemoryStore is empty after a restart, so its first answer is one from nothing.",
      "Disk: every file that an engine leaves in its folder once it is closed. Ours holds 8.4 MB that are kept for erasing on a full disk, whatever is stored.",
    ],
    disk: "disk MB",
  });
  return { tables, ratios: ratiosInOurs(sized), promises: promisesInOurs(sized) };
}
