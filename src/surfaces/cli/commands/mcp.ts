// `mneme mcp`: serves one tenant's memory to an MCP client over standard input and output.

import { type Command, Option } from "commander";
import { withExamples } from "../examples.ts";
import { type Session, scoped, withMemory } from "../session.ts";

/** Whoever calls over MCP is a program: it looks as an agent, never as the host, which sees every scope. */
const AGENT = "assistant";
const ROLES = ["agent", "read", "reviewer"] as const;

type Options = Session & { role: (typeof ROLES)[number] };

export function addMcp(program: Command): void {
  const command = scoped(program.command("mcp"))
    .description("Serve memory to an MCP client (Claude, Cursor, VS Code …) over stdio.")
    .addOption(
      new Option(
        "--role <role>",
        "what it may do: write, only read, or also see what waits for a person",
      )
        .choices(ROLES)
        .default("agent"),
    )
    .action(serve);
  withExamples(command, ["mneme mcp", "mneme mcp --tenant acme --role read"]);
}

async function serve({ role, ...session }: Options): Promise<void> {
  // Loaded here, so that other commands do not wait for it.
  const { serveMcpStdio } = await import("../../mcp/stdio.ts");
  const stop = stopSignal();
  const { tenant, agent = AGENT, user } = session;
  const who = { keyId: "stdio", tenant, agent, role };
  const principal = user === undefined ? who : { ...who, user };
  await withMemory(session, (memory) =>
    serveMcpStdio(
      { memory, principal, report },
      { input: process.stdin, output: process.stdout, stop },
    ),
  );
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop.abort());
  return stop.signal;
}

function report(error: Error): void {
  console.error(`mneme mcp: ${error.message}`);
}
