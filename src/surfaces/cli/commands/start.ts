// The commands to begin with: init, demo, serve, mcp, doctor, config.

import { randomBytes } from "node:crypto";
import { type Command, Option } from "commander";
import type { Setting } from "../../../config/explain.ts";
import type { MemoryEngine } from "../../../operations/engine.ts";
import { knownOr } from "../did-you-mean.ts";
import type { DoctorOptions } from "../doctor/doctor.ts";
import { withExamples } from "../examples.ts";
import { CLIENTS } from "../init/clients.ts";
import type { InitOptions } from "../init/init.ts";
import { note, paint, printJson } from "../print.ts";
import {
  type Answering,
  answering,
  report,
  type Session,
  type StoreFlags,
  scoped,
  stored,
  whole,
  withMemory,
} from "../session.ts";

export function addInit(program: Command): void {
  const command = stored(program.command("init"))
    .description("Set up a store here, and tell MCP clients (Claude, Cursor, VS Code …) of it.")
    .option("--tenant <id>", "whose memory", "default")
    .addOption(
      new Option(
        "--client <name...>",
        "which clients to tell; else asks, or takes those found",
      ).choices([...CLIENTS, "none"]),
    )
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--yes", "do not ask")
    .action(async (options: InitOptions) => (await import("../init/init.ts")).init(options));
  withExamples(command, [
    "mneme init --dry-run",
    "mneme init --yes --client claude-code vscode",
    "mneme init --yes --client none --json",
  ]);
}

/** `mneme demo`: a short tour on a scratch store. */
export function addDemo(program: Command): void {
  const command = answering(program.command("demo"))
    .description("A two-minute tour on a scratch store: talk, recall, explain, forget.")
    .action(async (options: Answering) => {
      const { demo } = await import("../demo.ts");
      const lines: string[] = [];
      await demo((line) => {
        if (options.json === true) lines.push(line.trim());
        else console.log(line);
      });
      if (options.json === true) printJson({ lines });
    });
  withExamples(command, ["mneme demo"]);
}

// `mneme serve`: HTTP and MCP on this machine, until it is told to stop.

type ServeOptions = Session & {
  host: string;
  port: number;
  allowHost: string[];
  allowOrigin: string[];
  trustProxy?: boolean;
  log: "info" | "warn" | "error" | "off";
};

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
    .addOption(
      new Option(
        "--allow-origin <origin...>",
        "pages of other origins that may call it, as https://app.example.org",
      ).default([], "none"),
    )
    .option("--trust-proxy", "believe X-Forwarded-For; only behind a proxy that sets it")
    .addOption(
      new Option(
        "--log <level>",
        "a line of JSON on standard error for each request, each refused one, or each failure of ours",
      )
        .choices(["info", "warn", "error", "off"])
        .default("warn"),
    )
    .action((options: ServeOptions) =>
      withMemory(options, (memory) => serveUntilStopped(memory, options), { upkeep: true }),
    );
  withExamples(command, [
    "mneme serve",
    "mneme serve --tenant acme --port 0 --json",
    "mneme serve --log info",
  ]);
}

async function serveUntilStopped(memory: MemoryEngine, options: ServeOptions): Promise<void> {
  const { host, port, allowHost, allowOrigin, trustProxy = false, log, tenant } = options;
  const { serve } = await import("../../http/serve.ts");
  const { isLoopback } = await import("../../http/addresses.ts");
  const { mcpMount } = await import("../../mcp/mount.ts");
  const stopped = stopAsked();
  const mcp = mcpMount(memory, (error) => console.error(paint.dim(error.message)));
  const token = isLoopback(host) ? randomBytes(TOKEN_BYTES).toString("base64url") : undefined;
  const serving = await serve({
    engine: memory,
    host,
    port,
    allowedHosts: allowHost,
    allowedOrigins: allowOrigin,
    trustProxy,
    ...(log === "off" ? {} : { log: { level: log, stream: process.stderr } }),
    mounts: [mcp],
    ...(token === undefined ? {} : { dev: { token, tenant } }),
    report: ({ requestId, error }) =>
      console.error(paint.dim(`${requestId} ${error.code} ${error.message}`)),
  });
  sayWhere(serving.url, token, options);
  if (!(await memory.keys.any()))
    note(options, `No key yet. Make one: mneme keys create --name me --tenant ${tenant}`);
  await stopped;
  await mcp.close();
  await serving.stop();
}

function sayWhere(url: string, token: string | undefined, options: ServeOptions): void {
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

// `mneme mcp`: serves one tenant's memory to an MCP client over standard input and output.

/** Whoever calls over MCP is a program: it looks as an agent, never as the host, which sees every scope. */
const AGENT = "assistant";
const ROLES = ["agent", "read", "reviewer", "operator"] as const;

type McpOptions = Session & { role: (typeof ROLES)[number] };

export function addMcp(program: Command): void {
  const command = scoped(program.command("mcp"))
    .description("Serve memory to an MCP client (Claude, Cursor, VS Code …) over stdio.")
    .addOption(
      new Option(
        "--role <role>",
        "what it may do: write, only read, read and ask you to review, or all of it (operator)",
      )
        .choices(ROLES)
        .default("agent"),
    )
    .action(serve);
  withExamples(command, ["mneme mcp", "mneme mcp --tenant acme --role read"]);
}

async function serve({ role, ...session }: McpOptions): Promise<void> {
  // Loaded here, so that other commands do not wait for it.
  const { serveMcpStdio } = await import("../../mcp/stdio.ts");
  const stop = stopSignal();
  const { tenant, agent = AGENT, user } = session;
  const who = { keyId: "stdio", tenant, agent, role };
  const principal = user === undefined ? who : { ...who, user };
  await withMemory(session, (memory) =>
    serveMcpStdio(
      { memory, principal, report: reportStart },
      { input: process.stdin, output: process.stdout, stop },
    ),
  );
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop.abort());
  return stop.signal;
}

function reportStart(error: Error): void {
  console.error(`mneme mcp: ${error.message}`);
}

// `mneme proxy`: between a program and its model, until it is told to stop.

type ProxyOptions = Session & { to: string; port: number; channel: string };

export function addProxy(program: Command): void {
  const command = scoped(program.command("proxy"))
    .description("Stand between a program and its model's API, and give every chat a memory.")
    .requiredOption(
      "--to <url>",
      "the API that requests go on to (OpenAI's or Anthropic's protocol)",
    )
    .option("--port <n>", "on which port of this machine; 0 for any that is free", whole, 7421)
    .option("--channel <id>", "the conversation, where a request names none", "proxy")
    .action((options: ProxyOptions) =>
      withMemory(options, (memory) => proxyUntilStopped(memory, options), { upkeep: true }),
    );
  withExamples(command, [
    "mneme proxy --to https://api.openai.com --user ana",
    "mneme proxy --to https://api.anthropic.com --port 0 --json",
  ]);
}

async function proxyUntilStopped(memory: MemoryEngine, options: ProxyOptions): Promise<void> {
  const { startProxy } = await import("../../chat/proxy.ts");
  const { to, port, channel, tenant, user = "user", agent = AGENT } = options;
  const stopped = stopAsked();
  const onError = (error: unknown, during: string) =>
    console.error(paint.dim(`${during}: ${error instanceof Error ? error.message : "failed"}`));
  const proxy = await startProxy({
    ...{ to, port },
    chat: { memory, tenant, user, agent, channel, onError },
  });
  report(options, { url: proxy.url, to }, () => [
    `Listening on ${proxy.url}, passing on to ${to}. Ctrl-C stops it.`,
    paint.dim(`OpenAI clients: base URL ${proxy.url}/v1   Anthropic clients: ${proxy.url}`),
  ]);
  await stopped;
  await proxy.stop();
  await memory.drain();
}

/** `mneme doctor`: is everything as it should be, and if not, what to do. */
export function addDoctor(program: Command): void {
  const command = stored(program.command("doctor"))
    .description("Check machine, settings, store, models and keys; each fault with its fix.")
    .option("--tenant <id>", "whose models and keys", "default")
    .option("--repair", "mend what can be mended safely: access to files, indexes")
    .action(async (options: DoctorOptions) =>
      (await import("../doctor/doctor.ts")).doctor(options),
    );
  withExamples(command, ["mneme doctor", "mneme doctor --repair --json"]);
}

// `mneme config explain`: every setting, what it is, and who set it.

type ConfigOptions = Answering & StoreFlags;

export function addConfig(program: Command): void {
  const config = program.command("config").description("What is set, and who set it.");
  const command = stored(config.command("explain", { isDefault: true }))
    .description("Every setting with its value and where that came from; passwords are masked.")
    .argument("[key]", "only this one, as capture.enabled")
    .action(explain);
  withExamples(command, [
    "mneme config explain",
    "mneme config explain path --path other.db",
    "mneme config explain capture.enabled --json",
  ]);
}

async function explain(key: string | undefined, options: ConfigOptions): Promise<void> {
  const { layersOf } = await import("../settings.ts");
  const { explainConfig } = await import("../../../config/explain.ts");
  const { environment } = await import("../../../config.ts");
  const { layers, file } = await layersOf(options);
  const settings = explainConfig(layers, file, environment());
  if (key === undefined) return report(options, settings, () => settings.map(lineOf));
  const names = settings.map((setting) => setting.key);
  const wanted = knownOr(key, names, "setting");
  const setting = settings.find((one) => one.key === wanted);
  report(options, setting, () =>
    setting === undefined ? [] : [lineOf(setting), paint.dim(`  ${setting.about}`)],
  );
}

function lineOf({ key, value, origin }: Setting): string {
  const shown = value === null ? paint.dim("not set") : JSON.stringify(value);
  return `${paint.cyan(key.padEnd(28))} ${shown} ${paint.dim(`(${originText(origin)})`)}`;
}

function originText(origin: Setting["origin"]): string {
  switch (origin.type) {
    case "flag":
      return "from a flag";
    case "environment":
      return `from ${origin.variable}`;
    case "file":
      return `from ${origin.path}`;
    case "default":
      return "default";
  }
}
