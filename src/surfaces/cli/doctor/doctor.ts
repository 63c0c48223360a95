// Looks at everything that can be wrong before it goes wrong, and says what to do. Changes nothing, but for `--repair`.

import { dirname } from "node:path";
import type { Config } from "../../../config.ts";
import { asMemoryError } from "../../../errors.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { paint } from "../print.ts";
import { report, type Session, withMemory } from "../session.ts";
import { configOf, fileOf, layersOf } from "../settings.ts";
import {
  type Check,
  checkClock,
  checkCopies,
  checkDisk,
  checkIndexes,
  checkKeys,
  checkLog,
  checkModels,
  checkModes,
  checkNode,
  checkPort,
  failure,
  lookAtFile,
  ok,
  warning,
} from "./checks.ts";

export type DoctorOptions = Session & Readonly<{ repair?: boolean }>;

export async function doctor(options: DoctorOptions): Promise<void> {
  const checks = await allChecks(options);
  const isWell = checks.every(({ state }) => state !== "failure");
  report(options, { isWell, checks }, () => checks.flatMap(checkLines));
  if (!isWell) process.exitCode = 1;
}

async function allChecks(options: DoctorOptions): Promise<readonly Check[]> {
  const machine = [checkNode(process.versions.node), await checkPort()];
  const settings = await checkConfig(options);
  if (settings.config === undefined) return [...machine, settings.check];
  const outside = await checkOutside(settings.config, options);
  const isSound = outside.checks.every(
    ({ name, state }) => state !== "failure" || name === "access",
  );
  const inside = isSound ? await checkInside(options, outside.tenants) : [];
  return [...machine, settings.check, ...outside.checks, ...inside];
}

async function checkConfig(
  options: DoctorOptions,
): Promise<Readonly<{ check: Check; config?: Config }>> {
  try {
    const { file } = await layersOf(options);
    const config = await configOf(options);
    return { config, check: ok("settings", file ?? "none in a file; defaults") };
  } catch (thrown) {
    const { message } = asMemoryError(thrown);
    return { check: failure("settings", message, "mneme config explain") };
  }
}

type Outside = Readonly<{ checks: readonly Check[]; tenants?: readonly string[] }>;

async function checkOutside(config: Config, { repair }: DoctorOptions): Promise<Outside> {
  const file = fileOf(config);
  if (file === undefined) return { checks: [] };
  const { found, checks } = await lookAtFile(file, config.encryptionKey);
  if (found === undefined) return { checks };
  const { folderOfStore } = await import("../../../engine/backup.ts");
  const folder = folderOfStore(config);
  const paths = [file, `${file}-wal`, ...(folder === undefined ? [] : [folder])];
  return {
    tenants: found.tenants,
    checks: [
      ...checks,
      checkModes(paths, repair === true),
      checkDisk(dirname(file), found.bytes),
      checkLog(file),
      checkCopies(file),
    ],
  };
}

async function checkInside(
  options: DoctorOptions,
  tenants: readonly string[] | undefined,
): Promise<readonly Check[]> {
  const found: Check[] = [];
  try {
    await withMemory(options, async (memory) => {
      found.push(...(await lookInside(memory, options, tenants ?? [options.tenant])));
    });
  } catch (thrown) {
    const { message, code } = asMemoryError(thrown);
    found.push(failure("store", `${message} (${code})`, "mneme config explain"));
  }
  return found;
}

async function lookInside(
  memory: MemoryEngine,
  { tenant, repair }: DoctorOptions,
  tenants: readonly string[],
): Promise<readonly Check[]> {
  const now = new Date();
  const { store } = await memory.stats({ tenant });
  const [newest] = await memory.list({ tenant, limit: 1 });
  return [
    ok("database", `${store.database} ${store.version}, durability ${store.durability}`),
    store.isReadOnly
      ? warning("writing", "refused: the file or its disk is read-only", "make both writable")
      : ok("writing", "allowed"),
    store.vectors === "ready"
      ? ok("vectors", "ready")
      : failure("vectors", "pgvector is missing", "CREATE EXTENSION vector; as a superuser"),
    await checkIndexes(memory, tenants, repair === true),
    ...(await checkModels(memory, tenant)),
    checkClock(now, newest?.createdAt),
    await checkKeys(memory, tenant, now),
  ];
}

const MARKS = { ok: paint.green("✓"), warning: paint.yellow("!"), failure: paint.red("✗") };

function checkLines({ name, state, detail, fix }: Check): readonly string[] {
  const line = `${MARKS[state]} ${name.padEnd(10)} ${detail}`;
  return fix === undefined ? [line] : [line, `    ${paint.dim("fix:")} ${fix}`];
}
