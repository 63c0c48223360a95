// What a proof suite did, in figures that end up in the table of results, and whether the long run was asked for.

import { appendFileSync } from "node:fs";

export function isLong(): boolean {
  return process.env["MNEME_PROOF"] === "long";
}

/** One line of figures. Written only when the run is to be recorded; the table adds up the lines of a suite. */
export function count(suite: string, figures: Readonly<Record<string, number | string>>): void {
  const path = process.env["MNEME_PROOF_FIGURES"];
  if (path !== undefined && path !== "")
    appendFileSync(path, `${JSON.stringify({ suite, figures })}\n`);
}
