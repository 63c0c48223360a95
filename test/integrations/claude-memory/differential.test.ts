// Our handlers and Anthropic's own file system tool are given the same commands, and must answer in the same words.

import { mkdtemp, readdir, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BetaMemoryTool20250818Command as Command } from "@anthropic-ai/sdk/resources/beta";
import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claudeMemory } from "../../../src/integrations/claude-memory/index.ts";
import { databases } from "../engines.ts";

type Handlers = ReturnType<typeof claudeMemory>;

/** What was answered, or how it was refused. The file system's own words name places that only it has. */
type Answer = Readonly<{ said: string } | { refused: string } | { failed: "by the system" }>;

function call(handlers: Handlers, command: Command): Promise<unknown> {
  const handler: (given: never) => unknown = handlers[command.command].bind(handlers);
  return Promise.resolve().then(() => handler(command as never));
}

async function theirs(handlers: Handlers, command: Command): Promise<Answer> {
  try {
    return { said: withoutFolderSizes(String(await call(handlers, command))) };
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    return "code" in thrown ? { failed: "by the system" } : { refused: thrown.message };
  }
}

async function ours(handlers: Handlers, command: Command): Promise<Answer> {
  return call(handlers, command).then(
    (said) => ({ said: withoutFolderSizes(String(said)) }),
    (thrown: unknown) => {
      if (thrown instanceof Error) return { refused: thrown.message };
      throw thrown;
    },
  );
}

/** The size of a folder is the file system's own affair. */
function withoutFolderSizes(answer: string): string {
  return answer.startsWith("Here're")
    ? answer.replace(/^\S+(\t.*\/|\t\/memories(?:\/[^\t]*)?)$/gm, (line) =>
        isFolderLine(line, answer) ? line.replace(/^\S+/, "-") : line,
      )
    : answer;
}

function isFolderLine(line: string, answer: string): boolean {
  return line.endsWith("/") || answer.split("\n")[1] === line;
}

const name = fc.constantFrom(
  "a",
  "b",
  "c.md",
  "notes.txt",
  ".hidden",
  "node_modules",
  "ß é",
  "x y",
);
/** Files that every run begins with, so that most edits meet one. */
const KNOWN = ["/memories/a.md", "/memories/d/b.md"];
const path = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...KNOWN) },
  {
    weight: 12,
    arbitrary: fc.array(name, { maxLength: 3 }).map((names) => ["/memories", ...names].join("/")),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "/memories/",
      "/memories//a",
      "/memories/./a",
      "/memories/a/../b",
      "/other",
      "memories",
      "/memories/../../etc",
    ),
  },
);
const word = fc.constantFrom("tea", "green tea", "milk", "bread", "salt", "$&", "rice", "", "é");
const text = fc.array(word, { maxLength: 10 }).map((words) => words.join("\n"));
const line = fc.integer({ min: -2, max: 12 });

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ command: fc.constant("view" as const), path }),
  fc.record({
    command: fc.constant("view" as const),
    path,
    view_range: fc.tuple(line, line).map(([a, b]) => [a, b]),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ command: fc.constant("create" as const), path, file_text: text }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      command: fc.constant("str_replace" as const),
      path,
      old_str: word,
      new_str: fc.oneof(word, text),
    }),
  },
  fc.record({
    command: fc.constant("insert" as const),
    path,
    insert_line: line,
    insert_text: text,
  }),
  fc.record({ command: fc.constant("delete" as const), path }),
  {
    weight: 2,
    arbitrary: fc.record({
      command: fc.constant("rename" as const),
      old_path: path,
      new_path: path,
    }),
  },
);

const story = fc
  .tuple(text, text, fc.array(command, { minLength: 4, maxLength: 20 }))
  .map(([a, b, commands]): readonly Command[] => [
    { command: "create", path: KNOWN[0] ?? "", file_text: a },
    { command: "create", path: KNOWN[1] ?? "", file_text: b },
    ...commands,
  ]);

/** A rename that fails leaves folders behind in theirs; in ours a refused command changes nothing. */
async function tidy(base: string, before: readonly string[], given: Command): Promise<void> {
  if (given.command !== "rename") return;
  for (
    let at = dirname(join(base, given.new_path));
    at.startsWith(join(base, "memories/"));
    at = dirname(at)
  ) {
    if (before.includes(at)) return;
    await rmdir(at).catch(() => undefined);
  }
}

async function foldersIn(base: string): Promise<string[]> {
  const found = await readdir(join(base, "memories"), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe.each(databases())("on %s", (where, open) => {
  test("any run of commands is answered in the words of Anthropic's own tool", async () => {
    const memory = await open();
    const answered = new Set<string>();
    let runs = 0;
    const check = fc.asyncProperty(story, async (given) => {
      const base = await mkdtemp(join(tmpdir(), "claude-memory-"));
      const reference = await BetaLocalFilesystemMemoryTool.init(base);
      runs += 1;
      const handlers = claudeMemory(memory, { tenant: "acme", user: `u${runs}` });
      for (const one of given) {
        const before = await foldersIn(base);
        const expected = await theirs(reference, one);
        const answer = await ours(handlers, one);
        expect(answer).toEqual("failed" in expected ? { refused: expect.any(String) } : expected);
        if ("said" in expected) answered.add(one.command);
        else await tidy(base, before, one);
      }
      await rm(base, { recursive: true });
    });
    const numRuns = where === "sqlite" ? 200 : 30;
    await fc.assert(check, { numRuns, seed: 20250818 });
    expect(answered.size).toBe(6);
    await memory.close();
  });
});
