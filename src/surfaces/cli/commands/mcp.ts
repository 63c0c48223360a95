// `mneme mcp`: serves one tenant's memory to an MCP client over standard input and output.

import type { Command } from "commander";
import { type Session, scoped, withMemory } from "../session.ts";

/** Whoever calls over MCP is a program: it looks as an agent, never as the host, which sees every scope. */
const AGENT = "assistant";

type Options = Session & { readOnly?: boolean; review?: boolean };

export function addMcp(program: Command): void {
  scoped(program.command("mcp"))
    .description("Serve memory to an MCP client (Claude, Cursor, VS Code …) over stdio.")
    .option("--read-only", "refuse every tool that writes")
    .option("--review", "let the client list what waits for a person")
    .action(serve);
}

async function serve(options: Options): Promise<void> {
  // Loaded here, so that other commands do not wait for it.
  const { serveMcpStdio } = await import("../../mcp/stdio.ts");
  const stop = new AbortController();
  const abort = () => stop.abort();
  process.once("SIGTERM", abort);
  process.once("SIGINT", abort);
  await withMemory(options, async (memory) => {
    const session = { memory, principal: principalOf(options), report };
    await serveMcpStdio(session, {
      input: process.stdin,
      output: process.stdout,
      stop: stop.signal,
    });
  });
}

function principalOf({ tenant, agent = AGENT, user, readOnly, review }: Options) {
  const may = [
    "read" as const,
    ...(readOnly === true ? [] : ["write" as const]),
    ...(review === true ? ["review" as const] : []),
  ];
  return { tenant, agent, may, ...(user === undefined ? {} : { user }) };
}

function report(error: Error): void {
  console.error(`mneme mcp: ${error.message}`);
}
