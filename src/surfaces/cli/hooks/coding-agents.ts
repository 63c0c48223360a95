// The coding agents whose hooks we know: where each keeps them, and what it calls the moments we listen at. All three
// hand the hook a JSON object on standard input and read one from its standard output.

import { join } from "node:path";

export const CODING_AGENTS = ["claude-code", "codex", "gemini-cli"] as const;
export type CodingAgentName = (typeof CODING_AGENTS)[number];

/** `session`: it begins. `prompt`: the user asked. `stop`: the agent answered. `compact`: its context is cut; `end`. */
export const HOOK_EVENTS = ["session", "prompt", "stop", "compact", "end"] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export type CodingAgent = Readonly<{
  name: CodingAgentName;
  title: string;
  file: string;
  /** What the agent calls each moment; one that it does not have is left out. */
  events: readonly (readonly [event: HookEvent, theirs: string])[];
  /** After which the agent goes on without us, in the unit of its own settings. */
  timeout: number;
  /** What a person must still do. */
  afterwards: string | undefined;
}>;

/** `root`: the home of the user, or a project. `codexHome`: where Codex was told to keep its settings. */
export function codingAgents(
  root: string,
  codexHome: string | undefined = undefined,
): readonly CodingAgent[] {
  return [
    {
      ...{ name: "claude-code", title: "Claude Code", timeout: 5, afterwards: undefined },
      file: join(root, ".claude", "settings.json"),
      events: [
        ["session", "SessionStart"],
        ["prompt", "UserPromptSubmit"],
        ["stop", "Stop"],
        ["compact", "PreCompact"],
        ["end", "SessionEnd"],
      ],
    },
    {
      ...{ name: "codex", title: "Codex", timeout: 5 },
      afterwards: "Codex asks once whether it may run them: say yes, or look under /hooks.",
      file: join(codexHome ?? join(root, ".codex"), "hooks.json"),
      events: [
        ["session", "SessionStart"],
        ["prompt", "UserPromptSubmit"],
        ["stop", "Stop"],
        ["compact", "PreCompact"],
      ],
    },
    {
      ...{ name: "gemini-cli", title: "Gemini CLI", timeout: 5_000, afterwards: undefined },
      file: join(root, ".gemini", "settings.json"),
      events: [
        ["session", "SessionStart"],
        ["prompt", "BeforeAgent"],
        ["stop", "AfterAgent"],
        ["compact", "PreCompress"],
        ["end", "SessionEnd"],
      ],
    },
  ];
}
