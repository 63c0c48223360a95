// Ctrl-C in the middle of an import: it ends in good order, and the next run goes on.

import { spawn } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inShell, plainEnv, programPath } from "../cli/program.ts";
import { scratch } from "./support.ts";

const ENOUGH_BYTES = 5_000_000;

test("an import that is interrupted says so, and the next run takes in the rest", async () => {
  const folder = await scratch();
  const facts = Array.from({ length: 900 }, (_, n) => ({
    id: `f${n}`,
    memory: `Locker ${n} belongs to team ${n}.`,
    user_id: `p${n}`,
  }));
  writeFileSync(join(folder, "mem0.json"), JSON.stringify(facts));
  const args = [programPath(), "import", "mem0.json", "--json"];
  const child = spawn(process.execPath, args, { cwd: folder, env: plainEnv(folder) });
  let said = "";
  child.stdout.on("data", (data: Buffer) => {
    said += data.toString();
  });
  // As soon as the log of the database shows that batches are going in.
  const watch = setInterval(() => {
    const log = statSync(join(folder, "memory.db-wal"), { throwIfNoEntry: false });
    if (log === undefined || log.size < ENOUGH_BYTES) return;
    clearInterval(watch);
    child.kill("SIGINT");
  }, 5);
  const code = await new Promise((resolve) => child.on("exit", resolve));
  expect(code).toBe(0);
  const stopped = JSON.parse(said);
  expect(stopped).toMatchObject({ state: "stopped" });
  const rest = JSON.parse(
    (await inShell("mneme import mem0.json --json --quiet", { folder })).stdout,
  );
  expect(rest).toMatchObject({ importId: stopped.importId, state: "done" });
  expect(rest.counts.known).toBe(stopped.counts.stored + stopped.counts.merged);
  expect(rest.counts.known + rest.counts.stored + rest.counts.merged).toBe(900);
}, 180_000);
