// Runs the note writer in a process of its own, plain or under a program that makes things go wrong, and gives what it
// said.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";

const WRITER = fileURLToPath(new URL("./workers/note-writer.ts", import.meta.url));
const run = promisify(execFile);

const Said = z.object({
  event: z.enum(["opened", "kept", "refused", "read", "closed", "failed"]),
  n: z.number().optional(),
  id: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  notes: z.number().optional(),
});
type Said = Readonly<z.infer<typeof Said>>;

type Writing = Readonly<{
  path: string;
  notes: number;
  way?: string | undefined;
  /** The program it runs under, and that program's arguments. */
  under?: readonly string[];
  env?: Readonly<Record<string, string>>;
}>;

export async function writeNotes(writing: Writing): Promise<readonly Said[]> {
  const { path, notes, way = "", under = [], env = {} } = writing;
  const node = [process.execPath, "--import", "tsx", WRITER, path, String(notes), way];
  const [program = "", ...args] = [...under, ...node];
  const { stdout } = await run(program, args, { env: { ...process.env, ...env } });
  return stdout
    .trim()
    .split("\n")
    .map((line) => Said.parse(JSON.parse(line)));
}
