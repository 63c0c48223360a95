// Finds and reads the configuration file: `mneme.yaml` or `mneme.json`. Paths in it are meant from where it lies.

import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type Given, isRecord, parseConfig } from "../config.ts";
import { MemoryError } from "../errors.ts";
import { withoutOlderForms } from "./older-forms.ts";

export type ConfigFile = Readonly<{ path: string; given: Given }>;

const NAMES = ["mneme.yaml", "mneme.yml", "mneme.json"] as const;
/** Settings that name a place on the disk. */
const PLACES = ["path", "folder"] as const;

/** The named file, which must be there; else the one in the folder, if there is one. */
export async function readConfigFile(
  named: string | undefined,
  folder: string,
): Promise<ConfigFile | undefined> {
  const path = named === undefined ? fileIn(folder) : resolve(folder, named);
  if (path === undefined) return undefined;
  const given = inFile(path, withoutOlderForms, await contentOf(path));
  inFile(path, parseConfig, given);
  return { path, given: placedBeside(given, path) };
}

function fileIn(folder: string): string | undefined {
  const found = NAMES.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1)
    throw new MemoryError("invalid_input", `There are ${found.join(" and ")} here; keep one.`);
  return found[0] === undefined ? undefined : join(folder, found[0]);
}

async function contentOf(path: string): Promise<Given> {
  const text = textOf(path);
  const value = path.endsWith(".json") ? jsonIn(text, path) : await yamlIn(text, path);
  if (value === null || value === undefined) return {};
  if (isRecord(value)) return value;
  throw new MemoryError("invalid_input", `${path} must hold settings by name.`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new MemoryError("invalid_input", `The configuration ${path} cannot be read.`, { cause });
  }
}

function jsonIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (cause) {
    throw notReadable(path, cause);
  }
}

async function yamlIn(text: string, path: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(text) as unknown;
  } catch (cause) {
    throw notReadable(path, cause);
  }
}

function notReadable(path: string, cause: unknown): MemoryError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new MemoryError("invalid_input", `${path} is not well-formed: ${why}`, { cause });
}

/** What is wrong in the file is told with the file's name. */
function inFile<T>(path: string, read: (given: Given) => T, given: Given): T {
  try {
    return read(given);
  } catch (thrown) {
    if (!(thrown instanceof MemoryError)) throw thrown;
    const why = thrown.message.replace(
      /^Invalid configuration/,
      `Invalid configuration in ${path}`,
    );
    throw new MemoryError("invalid_input", why, { cause: thrown });
  }
}

function placedBeside(given: Given, file: string): Given {
  const placed: Record<string, unknown> = { ...given };
  for (const key of PLACES) {
    const value = placed[key];
    if (typeof value === "string" && value !== ":memory:" && !isAbsolute(value))
      placed[key] = join(dirname(file), value);
  }
  return placed;
}
