// `mneme serve`: HTTP and MCP on this machine, until it is told to stop.

import { randomBytes } from "node:crypto";
import { type Command, Option } from "commander";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { withExamples } from "../examples.ts";
import { paint } from "../paint.ts";
import { note, printJson } from "../print.ts";
import { type Session, scoped, whole, withMemory } from "../session.ts";

type Options = Session & { host: string; port: number; allowHost: string[] };

const TOKEN_BYTES = 24;

export function addServe(program: Command): void {
  const command = scoped(program.command("serve"))
    .description("Serve HTTP, MCP and the dashboard; on this machine only, unless keys exist.")
    .option("--host <address>", "where to listen", "127.0.0.1")
    .option("--port <n>", "on which port; 0 for any that is free", whole, 7420)
    .addOption(
      new Option("--allow-host <name...>", "names it may be called by").default(
        [],
        "this machine's own",
      ),
    )
    .action((options: Options) =>
      withMemory(options, (memory) => serveUntilStopped(memory, options), { upkeep: true }),
    );
  withExamples(command, ["mneme serve", "mneme serve --tenant acme --port 0 --json"]);
}

async function serveUntilStopped(memory: MemoryEngine, options: Options): Promise<void> {
  const { host, port, allowHost, tenant } = options;
  const { serve } = await import("../../http/serve.ts");
  const { isLoopback } = await import("../../http/addresses.ts");
  const { mcpMount } = await import("../../mcp/mount.ts");
  const stopped = stopAsked();
  const mcp = mcpMount(memory, (error) => console.error(paint.dim(error.message)));
  const token = isLoopback(host) ? randomBytes(TOKEN_BYTES).toString("base64url") : undefined;
  const serving = await serve({
    ...{ engine: memory, host, port, allowedHosts: allowHost, mounts: [mcp] },
    ...(token === undefined ? {} : { dev: { token, tenant } }),
    report: ({ requestId, error }) =>
      console.error(paint.dim(`${requestId} ${error.code} ${error.message}`)),
  });
  sayWhere(serving.url, token, options);
  if (!(await memory.hasKeys()))
    note(options, `No key yet. Make one: mneme keys create --name me --tenant ${tenant}`);
  await stopped;
  await mcp.close();
  await serving.stop();
}

function sayWhere(url: string, token: string | undefined, options: Options): void {
  const places = { url, reference: `${url}/openapi.json`, mcp: `${url}/mcp` };
  const link = token === undefined ? undefined : `${url}/auth/session?token=${token}`;
  if (options.json === true) printJson({ ...places, ...(link === undefined ? {} : { link }) });
  else {
    console.error(`Mneme listens on ${paint.cyan(url)} (MCP: ${places.mcp})`);
    if (link !== undefined)
      console.error(`The dashboard, by a link that works once: ${paint.cyan(link)}`);
    note(options, `API reference: ${places.reference}. Ctrl-C ends it.`);
  }
}

function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
