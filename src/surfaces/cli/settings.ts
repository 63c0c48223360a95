// Where a command's settings come from: its flags, the environment, and the configuration file.

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readConfigFile } from "../../config/config-file.ts";
import {
  type Config,
  environment,
  fromEnvironment,
  type Layers,
  loadConfig,
} from "../../config.ts";
import { MemoryError } from "../../errors.ts";
import type { StoreFlags } from "./session.ts";

export const DEFAULT_PATH = "memory.db";

/** Every layer apart, and the file's name where there is one. */
export async function layersOf(
  flags: StoreFlags,
): Promise<Readonly<{ layers: Layers; file: string | undefined }>> {
  const { path, url, config } = flags;
  const file = await readConfigFile(config, process.cwd());
  const layers = {
    file: file?.given ?? {},
    environment: fromEnvironment(environment()),
    flags: { ...(path === undefined ? {} : { path }), ...(url === undefined ? {} : { url }) },
  };
  return { layers, file: file?.path };
}

export async function configOf(flags: StoreFlags): Promise<Config> {
  const { layers } = await layersOf(flags);
  return loadConfig(layers);
}

/** The SQLite file of a store, or undefined when it is in PostgreSQL or in no file at all. */
export function fileOf({ path = DEFAULT_PATH, url }: Config): string | undefined {
  return url !== undefined || path === ":memory:" ? undefined : resolve(path);
}

/** A path that can never be a store is the caller's mistake; it is told before anything is made. */
export function refuseWrongPath(config: Config): void {
  const file = fileOf(config);
  if (file === undefined) return;
  if (existsSync(file) && statSync(file).isDirectory())
    throw new MemoryError("invalid_input", `${file} is a folder. Name a file in it.`);
  let folder = dirname(file);
  while (!existsSync(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory())
    throw new MemoryError("invalid_input", `${folder} is a file, so nothing can lie below it.`);
  if (!existsSync(file) && !isWritable(folder))
    throw new MemoryError("invalid_input", `You may not write to ${folder}.`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error) return false;
    throw thrown;
  }
}

/** Looking into a store that is not there would make an empty one and find nothing in it. */
export function refuseMissing(config: Config): void {
  const file = fileOf(config);
  if (file !== undefined && !existsSync(file))
    throw new MemoryError(
      "not_found",
      `There is no store at ${file}. Make one with \`mneme init\`, or name another with --path.`,
    );
}
