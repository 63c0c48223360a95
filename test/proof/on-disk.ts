// A store in a folder of its own, for what a disk may do to it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createMemory, type MemoryEngine, type MemoryOptions } from "../../src/index.ts";

export const TENANT = "acme";

export const note = (memory: MemoryEngine, text: string, subject = "ana") =>
  memory.remember({ tenant: TENANT, kind: "log", text, subject });

export const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => "kept",
    (thrown: { code?: string }) => thrown.code,
  );

export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mneme-disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function opened(folder: string, options: MemoryOptions = { folder: null }) {
  const path = join(folder, "m.db");
  const memory = await createMemory({ path, upkeep: false, ...options });
  onTestFinished(() => memory.close());
  return memory;
}
