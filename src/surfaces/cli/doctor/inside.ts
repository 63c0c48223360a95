// What must hold inside the store: indexes that match it, models that answer, keys that are looked after.

import type { MemoryEngine } from "../../../operations/engine.ts";
import { type Check, failure, ok, warning } from "./check.ts";

type Key = Awaited<ReturnType<MemoryEngine["listKeys"]>>[number];

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 90;

export async function checkIndexes(
  memory: MemoryEngine,
  tenants: readonly string[],
  repair: boolean,
): Promise<Check> {
  const name = "indexes";
  const faulty: string[] = [];
  for (const tenant of tenants) {
    const asked = { tenant, name: "verify", dryRun: !repair, repair };
    const outcome = (await memory.upkeep(asked))[tenant] ?? {};
    if (outcome["isWhole"] !== true) faulty.push(tenant);
  }
  const fix = `mneme upkeep verify --repair --tenant ${faulty[0]}`;
  if (faulty.length > 0)
    return failure(name, `do not match the store for ${faulty.join(", ")}`, fix);
  return ok(name, tenants.length === 0 ? "nothing to index yet" : "match the store");
}

/** One real call each. */
export async function checkModels(memory: MemoryEngine, tenant: string): Promise<readonly Check[]> {
  const { models } = await memory.checkModels(tenant);
  return models.map(({ role, name, isWorking, detail, milliseconds }) =>
    isWorking
      ? ok(role, `${name}, ${milliseconds} ms`)
      : failure(role, `${name}: ${detail}`, "mneme config explain models.fast, then its API key"),
  );
}

export async function checkKeys(memory: MemoryEngine, tenant: string, now: Date): Promise<Check> {
  const name = "keys";
  const keys = (await memory.listKeys({ tenant })).filter((key) => isUsable(key, now));
  if (keys.length === 0) return ok(name, "none; only this machine's own user gets in");
  const unused = keys.find((key) => isUnused(key, now));
  if (unused !== undefined)
    return warning(
      name,
      `"${unused.name}" was not used for ${UNUSED_DAYS} days`,
      `mneme keys revoke ${unused.id} --tenant ${tenant}`,
    );
  const endless = keys.filter((key) => key.expiresAt === undefined && key.role === "operator");
  if (endless.length > 1)
    return warning(
      name,
      `${endless.length} operator keys never end`,
      `mneme keys revoke ID --tenant ${tenant}`,
    );
  return ok(name, `${keys.length} in use`);
}

function isUsable({ revokedAt, expiresAt }: Key, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now.toISOString());
}

function isUnused({ createdAt, lastUsedAt }: Key, now: Date): boolean {
  return (lastUsedAt ?? createdAt) < new Date(now.getTime() - UNUSED_DAYS * DAY_MS).toISOString();
}
