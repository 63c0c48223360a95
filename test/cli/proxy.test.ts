// `mneme proxy` as it is installed: a program with OpenAI's client, unchanged but for the address, has a memory.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import OpenAI from "openai";
import { expect, onTestFinished, test } from "vitest";
import { createMemory } from "../../src/index.ts";
import { startChatServer } from "../surfaces/chat-server.ts";
import { plainEnv, programPath, scratch } from "./program.ts";

async function proxyTo(to: string, folder: string): Promise<[ChildProcess, string]> {
  const args = [programPath(), "proxy", "--to", to, "--port", "0", "--user", "ana", "--json"];
  const child = spawn(process.execPath, args, { cwd: folder, env: plainEnv(folder) });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stdout, "data");
  return [child, JSON.parse(String(said)).url];
}

test("what was said through it is known the next time, and kept when it is told to end", async () => {
  const folder = scratch();
  const server = await startChatServer("Noted.");
  const [child, url] = await proxyTo(server.url, folder);
  const client = new OpenAI({ apiKey: "none", baseURL: `${url}/v1` });
  const say = (content: string) =>
    client.chat.completions.create({ model: "tiny", messages: [{ role: "user", content }] });
  await say("I moved to Lisbon last week.");
  await expect
    .poll(async () => {
      await say("Where do I live?");
      return JSON.stringify(server.asked.at(-1)?.body);
    })
    .toContain("Lisbon");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
  const memory = await createMemory({ path: `${folder}/memory.db`, upkeep: false });
  onTestFinished(() => memory.close());
  const kept = await memory.list({ tenant: "default", filter: { kinds: ["fact"] } });
  expect(kept.map(({ text }) => text)).toEqual([expect.stringContaining("I moved to Lisbon")]);
});
