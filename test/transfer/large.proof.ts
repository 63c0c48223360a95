// A large export goes through a small memory. 20 MB always; 200 MB when MNEME_LARGE_IMPORT is set.

import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chatGptConversation, scratch } from "./support.ts";

const WORKER = fileURLToPath(new URL("./large-worker.ts", import.meta.url));
const MB = 1024 * 1024;
const TURN_CHARACTERS = 20_000;

/** Long answers between short questions, as such exports are. */
async function* conversations(bytes: number): AsyncGenerator<string> {
  let written = 1;
  yield "[";
  for (let n = 0; written < bytes; n++) {
    const filler = `Answer ${n}: ${"the tide table of the harbour was explained at length. ".repeat(TURN_CHARACTERS / 55)}`;
    const turns = Array.from({ length: 4 }, (_, turn) => [
      { role: "user", text: `My boat number ${n}.${turn} is called Marigold ${n} the ${turn}th.` },
      { role: "assistant", text: filler },
    ]);
    const talk = chatGptConversation(`c${n}`, turns.flat());
    const text = `${n === 0 ? "" : ","}${JSON.stringify(talk)}`;
    written += text.length;
    yield text;
  }
  yield "]";
}

type Measured = Readonly<{
  messages: number;
  begin: number;
  peak: number;
  resident: number;
  seconds: number;
}>;

/** Small enough that what is kept by mistake would end the process. */
const HEAP = "--max-old-space-size=160";

function imported(store: string, file: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [HEAP, "--import", "tsx", WORKER, store, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (data: Buffer) => {
      said += data.toString();
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve(JSON.parse(said)) : reject(new Error(`ended with ${code}`)),
    );
  });
}

async function measured(megabytes: number): Promise<Measured & { bytes: number }> {
  const folder = await scratch();
  const file = join(folder, "conversations.json");
  await pipeline(Readable.from(conversations(megabytes * MB)), createWriteStream(file));
  const { size } = await stat(file);
  return { ...(await imported(join(folder, "memory.db"), file)), bytes: size };
}

test("20 MB are imported within 300 MB of memory", async () => {
  const { messages, peak, bytes } = await measured(20);
  expect(bytes).toBeGreaterThan(20 * MB);
  expect(messages).toBeGreaterThan(1_000);
  expect(peak).toBeLessThan(300 * MB);
}, 240_000);

test.runIf(process.env["MNEME_LARGE_IMPORT"] !== undefined)(
  "200 MB are imported within 300 MB of memory",
  async () => {
    const result = await measured(200);
    process.stderr.write(`${JSON.stringify(result)}\n`);
    expect(result.bytes).toBeGreaterThan(200 * MB);
    expect(result.peak).toBeLessThan(300 * MB);
  },
  1_800_000,
);
