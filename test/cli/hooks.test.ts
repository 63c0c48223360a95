// Coding agents by their hooks: inputs as the agents send them are replayed on the packed program, and settings of theirs
// are changed and put back.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CODING_AGENTS, codingAgents } from "../../src/surfaces/cli/hooks/coding-agents.ts";
import {
  hookedEvents,
  withHooks,
  withoutHooks,
} from "../../src/surfaces/cli/hooks/hook-settings.ts";
import { repositoryOf } from "../../src/surfaces/cli/hooks/repository.ts";
import { inShell, mneme, scratch } from "./program.ts";

const LISTED = { encoding: "utf8" } as const;

function commandOf(settings: string, theirs: string): string {
  const { hooks } = JSON.parse(settings);
  // A busy machine needs longer than an agent would wait.
  return `${hooks[theirs].at(-1).hooks[0].command} --within 60000`;
}

/** A repository, with a home whose agents are all there. */
function repository(url = "git@example.org:team/shop.git"): string {
  const folder = scratch();
  for (const name of [".git", ".claude", ".codex", ".gemini"]) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, ".git/config"),
    `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`,
  );
  return folder;
}

const SENT = {
  "claude-code": {
    session: { hook_event_name: "SessionStart", source: "startup" },
    prompt: { hook_event_name: "UserPromptSubmit", permission_mode: "default" },
    stop: { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Noted." },
    compact: { hook_event_name: "PreCompact", trigger: "auto", custom_instructions: "" },
  },
  codex: {
    session: { hook_event_name: "SessionStart", source: "startup", model: "gpt-5-codex" },
    prompt: { hook_event_name: "UserPromptSubmit", turn_id: "t1", model: "gpt-5-codex" },
    stop: { hook_event_name: "Stop", turn_id: "t1", last_assistant_message: "Noted." },
    compact: { hook_event_name: "PreCompact", turn_id: "t2", trigger: "manual" },
  },
  "gemini-cli": {
    session: {
      hook_event_name: "SessionStart",
      timestamp: "2026-05-01T10:00:00Z",
      source: "startup",
    },
    prompt: { hook_event_name: "BeforeAgent", timestamp: "2026-05-01T10:00:01Z" },
    stop: { hook_event_name: "AfterAgent", prompt: "x", prompt_response: "Noted." },
    compact: { hook_event_name: "PreCompress", trigger: "auto" },
  },
} as const;

describe.each(CODING_AGENTS)("%s", (name) => {
  test("remembers of one session what the next is told, each repository by itself", async () => {
    const folder = repository();
    const installed = await mneme(["hooks", "install", "--agent", name, "--yes"], { folder });
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
    const agent = codingAgents(folder).find((one) => one.name === name);
    const settings = readFileSync(agent?.file ?? "", LISTED);
    const run = async (event: keyof (typeof SENT)[typeof name], sent: object, cwd = folder) => {
      const theirs = SENT[name][event].hook_event_name;
      const input = {
        session_id: "s1",
        transcript_path: "/tmp/t.jsonl",
        cwd,
        ...SENT[name][event],
        ...sent,
      };
      const ran = await inShell(commandOf(settings, theirs), {
        folder,
        input: JSON.stringify(input),
      });
      expect(ran, ran.stderr).toMatchObject({ code: 0, stderr: "" });
      return JSON.parse(ran.stdout);
    };
    expect(await run("session", {})).toEqual({});
    await run("prompt", {
      prompt: "Remember: we deploy with `make ship ENV=prod`, never on Fridays",
    });
    expect(await run("stop", {})).toEqual({});
    expect(await run("compact", {})).toEqual({});
    const asked = await run("prompt", { session_id: "s2", prompt: "How do we deploy?" });
    expect(asked.hookSpecificOutput).toMatchObject({
      hookEventName: SENT[name].prompt.hook_event_name,
    });
    expect(asked.hookSpecificOutput.additionalContext).toContain("make ship ENV=prod");
    const other = repository("https://example.org/team/other");
    expect(await run("prompt", { prompt: "How do we deploy?" }, other)).toEqual({});
    const { tenant } = repositoryOf(folder);
    const config = join(folder, ".mneme/mneme.yaml");
    const listed = await mneme(["list", "--json", "--config", config, "--tenant", tenant], {
      folder,
    });
    expect(listed.stdout).toContain("never on Fridays");
  });
});

test("an agent is answered and goes on whatever is wrong, and the status says what it was", async () => {
  const folder = repository();
  await mneme(["hooks", "install", "--agent", "codex", "--yes"], { folder });
  const config = join(folder, ".mneme/mneme.yaml");
  const args = ["hook", "prompt", "--agent", "codex", "--config", config];
  for (const input of ["", "no json", "[1]"]) {
    const ran = await mneme(args, { folder, input });
    expect(ran).toMatchObject({ code: 0, stdout: "{}\n" });
  }
  writeFileSync(config, "path: /dev/null/none/memory.db\n");
  const refused = await mneme(args, { folder, input: '{"prompt":"How do we deploy?"}' });
  expect(refused).toMatchObject({ code: 0, stdout: "{}\n" });
  const status = JSON.parse((await mneme(["hooks", "status", "--json"], { folder })).stdout);
  expect(status.failures).toHaveLength(3);
  expect(status.failures.at(-1)).toContain("codex prompt:");
});

test("installing twice changes nothing, and removing puts the settings back", async () => {
  const folder = repository();
  const file = join(folder, ".claude/settings.json");
  const mine = {
    model: "opus",
    hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }], Notification: [] },
  };
  writeFileSync(file, `${JSON.stringify(mine, undefined, 4)}\n`);
  const yes = ["--agent", "claude-code", "--yes"];
  const dry = await mneme(["hooks", "install", "--agent", "claude-code", "--dry-run"], { folder });
  expect(dry.stdout).toContain("after a copy");
  expect(JSON.parse(readFileSync(file, LISTED))).toEqual(mine);
  expect(existsSync(join(folder, ".mneme"))).toBe(false);
  await mneme(["hooks", "install", ...yes], { folder });
  const once = readFileSync(file, LISTED);
  expect(JSON.parse(once).hooks.Stop[0]).toEqual(mine.hooks.Stop[0]);
  expect(hookedEvents(once)).toEqual([
    "Stop",
    "SessionStart",
    "UserPromptSubmit",
    "PreCompact",
    "SessionEnd",
  ]);
  const again = await mneme(["hooks", "install", ...yes], { folder });
  expect(again.stdout).toContain("Nothing to change.");
  expect(readFileSync(file, LISTED)).toBe(once);
  await mneme(["hooks", "remove", ...yes], { folder });
  expect(JSON.parse(readFileSync(file, LISTED))).toEqual(mine);
});

describe("settings of an agent", () => {
  const [agent] = codingAgents("/home/a");
  if (agent === undefined) throw new Error("There is one.");
  const command = (event: string) => `mneme hook ${event} --agent claude-code`;

  test.each([
    '{\n  // mine\n  "a": 1\n}',
    "[1]",
    '{"hooks": []}',
    '{"hooks": {"Stop": {}}}',
    "nonsense",
  ])("that are something else are left to a person: %s", (before) => {
    expect(withHooks(before, agent, command)).toMatchObject({ type: "by_hand" });
    expect(withoutHooks(before).type).not.toBe("changed");
  });

  test("keep another's hook that stands in one group with ours", () => {
    const group = {
      hooks: [
        { type: "command", command: command("stop") },
        { type: "command", command: "lint" },
      ],
    };
    const left = withoutHooks(JSON.stringify({ hooks: { Stop: [group] } }));
    expect(left.type === "changed" && JSON.parse(left.text)).toEqual({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "lint" }] }] },
    });
  });
});

describe("a repository", () => {
  test.each([
    ["git@example.org:team/shop.git", "https://ana:secret@example.org/team/shop"],
    ["ssh://git@example.org/team/shop.git", "https://example.org/Team/Shop.git"],
  ])("is the same by %s and %s", (one, other) => {
    const [first, second] = [repositoryOf(repository(one)), repositoryOf(repository(other))];
    expect(first).toEqual(second);
    expect(first.tenant).toMatch(/^repo-shop-[0-9a-f]{8}$/);
  });

  test("is found from a folder in it and from a worktree of it", () => {
    const folder = repository();
    mkdirSync(join(folder, "src/deep"), { recursive: true });
    const tree = scratch();
    mkdirSync(join(folder, ".git/worktrees/tree"), { recursive: true });
    writeFileSync(join(folder, ".git/worktrees/tree/commondir"), "../..\n");
    writeFileSync(join(tree, ".git"), `gitdir: ${join(folder, ".git/worktrees/tree")}\n`);
    expect(repositoryOf(join(folder, "src/deep"))).toEqual(repositoryOf(folder));
    expect(repositoryOf(tree)).toEqual(repositoryOf(folder));
  });
});
