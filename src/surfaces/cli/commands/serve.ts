// `mneme serve`: HTTP and MCP on this machine, until it is told to stop.

import { type Command, Option } from "commander";
import pc from "picocolors";
import { type Session, scoped, whole, withMemory } from "../session.ts";

type Options = Session & { host: string; port: number; allowHost: string[] };

export function addServe(program: Command): void {
  scoped(program.command("serve"))
    .description("Serve HTTP and MCP; on this machine only, unless keys exist.")
    .option("--host <address>", "where to listen", "127.0.0.1")
    .option("--port <n>", "on which port", whole, 7420)
    .addOption(
      new Option("--allow-host <name...>", "names it may be called by").default(
        [],
        "this machine's own",
      ),
    )
    .action((options: Options) =>
      withMemory(options, (memory) => serveUntilStopped(memory, options), { upkeep: true }),
    );
}

async function serveUntilStopped(
  memory: Parameters<Parameters<typeof withMemory>[1]>[0],
  { host, port, allowHost, tenant }: Options,
): Promise<void> {
  const { serve } = await import("../../http/serve.ts");
  const { mcpMount } = await import("../../mcp/mount.ts");
  const mcp = mcpMount(memory, (error) => console.error(pc.dim(error.message)));
  const serving = await serve({
    engine: memory,
    host,
    port,
    allowedHosts: allowHost,
    mounts: [mcp],
    report: ({ requestId, error }) =>
      console.error(pc.dim(`${requestId} ${error.code} ${error.message}`)),
  });
  console.error(
    `Mneme listens on ${pc.cyan(serving.url)} (API reference: ${serving.url}/openapi.json, MCP: ${serving.url}/mcp)`,
  );
  if (!(await memory.hasKeys()))
    console.error(
      `No key yet. Make one: mneme call createKey '{"name":"me","role":"operator"}' --tenant ${tenant}`,
    );
  await stopAsked();
  await mcp.close();
  await serving.stop();
}

function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
