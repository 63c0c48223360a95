// What every evaluation takes and gives.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export type Report = Readonly<{
  /** Machine-readable: every figure with its unit and n, and how it was run. */
  figures: Readonly<Record<string, unknown>>;
  /** The same as a table for people. */
  text: string;
}>;

export type Evaluation = (
  options: Readonly<{
    data: string;
    pooled: boolean;
    /** Also prints every item with what became of it; only some evaluations can. */
    show?: boolean;
    /** A folder where recall keeps what it ingested, to ask it again. */
    stores: string | undefined;
  }>,
) => Promise<Report>;

/** The data file itself, or the named file when a folder was given. */
export function dataFile(data: string, name: string): string {
  return statSync(data).isDirectory() ? join(data, name) : data;
}

export function readJson(path: string): unknown {
  return JSON.parse(readText(path));
}

export function readJsonLines(path: string): unknown[] {
  return readText(path)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): unknown => JSON.parse(line));
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}
