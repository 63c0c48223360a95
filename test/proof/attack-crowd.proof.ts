// Three minutes of two hundred connections: tenants at work, and beside them every way we know to take a server's room from
// others. A tenant that asks now and then is answered in time and never turned away; afterwards the server is as before.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { count, isLong } from "./proof-run.ts";

const SERVER = fileURLToPath(new URL("./workers/crowded-server.ts", import.meta.url));
const SECONDS = isLong() ? 1_800 : 180;
const WORKERS = 100;
const SLOW_BODIES = 50;
const DEAF_READERS = 20;
const STREAMS = 30;
const WORKING = ["north", "south", "east", "west"] as const;
const VICTIM = "victim";
const NOISY = "noisy";

const Started = z.object({ port: z.number(), keys: z.record(z.string(), z.string()) });
const Held = z.object({ rss: z.number(), heap: z.number(), faults: z.array(z.string()) });
type Server = Readonly<{ child: ChildProcess; port: number; keyOf: (tenant: string) => string }>;
type Answer = Readonly<{ status: number; ms: number }>;

async function started(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "mneme-crowd-"));
  const execArgv = ["--expose-gc", "--import", "tsx"];
  const tenants = [...WORKING, VICTIM, NOISY].join(",");
  const child = fork(SERVER, [folder, tenants], { execArgv });
  onTestFinished(async () => {
    const over = once(child, "exit");
    child.send("stop");
    await over;
    rmSync(folder, { recursive: true, force: true });
  });
  const { port, keys } = Started.parse((await once(child, "message"))[0]);
  return { child, port, keyOf: (tenant) => new Map(Object.entries(keys)).get(tenant) ?? "" };
}

async function held({ child }: Server) {
  const answer = once(child, "message");
  child.send("memory");
  return Held.parse((await answer)[0]);
}

type Asked = Readonly<{ path: string; key: string; body?: object; agent: Agent }>;

function ask({ port }: Server, { path, key, body, agent }: Asked): Promise<Answer> {
  const began = performance.now();
  const text = body === undefined ? "" : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const options = { host: "127.0.0.1", port, path, agent, headers };
    const sent = request({ ...options, method: body === undefined ? "GET" : "POST" }, (answer) => {
      answer.on("error", reject).resume();
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began }),
      );
    });
    sent.on("error", reject).end(text);
  });
}

type Worker = Readonly<{ tenant: string; agent: Agent }>;

/** One thing of everyday work; messages are a hundred different ones, so that the store does not grow without end. */
function work(server: Server, { tenant, agent }: Worker, n: number): Promise<Answer> {
  const key = server.keyOf(tenant);
  const author = { id: `u${n % 7}`, name: "Ana" };
  const text = `I moved the boat number ${n % 100} to the pier.`;
  const said = { channel: "yard", id: `m-${n % 100}`, author, text };
  const jobs = [
    { path: "/v1/messages", body: said },
    { path: "/v1/search", body: { query: "where is the boat?" } },
    { path: "/v1/context", body: { query: "the pier", user: author.id } },
    { path: "/v1/memories?limit=20" },
    { path: "/v1/search", body: { query: `boat number ${n % 100}`, over: "messages" } },
  ];
  return ask(server, { ...(jobs[n % jobs.length] ?? { path: "/v1/memories" }), key, agent });
}

type Crowd = Readonly<{ answers: Answer[]; broken: string[]; end: () => Promise<void> }>;

type Size = Readonly<{ size: number; tenants: readonly string[]; restMs: number }>;

/** Each asks, rests a moment, and asks again. */
function crowd(server: Server, { size, tenants, restMs }: Size): Crowd {
  const answers: Answer[] = [];
  const broken: string[] = [];
  let isOver = false;
  const agent = new Agent({ keepAlive: true, maxSockets: size });
  const one = async (who: number) => {
    const tenant = tenants[who % tenants.length] ?? "";
    for (let n = who; !isOver; n++) {
      await work(server, { tenant, agent }, n).then(
        (answer) => answers.push(answer),
        (thrown: unknown) => broken.push(String(thrown)),
      );
      await delay(restMs);
    }
  };
  const all = Array.from({ length: size }, (_, who) => one(who));
  const end = async () => {
    isOver = true;
    await Promise.all(all);
    agent.destroy();
  };
  return { answers, broken, end };
}

/** Sockets that misbehave, each opened again as soon as it is cut off. */
function attackers(server: Server, size: number, first: string): () => void {
  let isOver = false;
  const open = new Set<Socket>();
  const attack = () => {
    if (isOver) return;
    const socket = connect(server.port, "127.0.0.1", () => socket.write(first));
    open.add(socket);
    socket.pause();
    socket.on("error", () => undefined);
    socket.on("close", () => {
      open.delete(socket);
      setTimeout(attack, 200);
    });
  };
  for (let n = 0; n < size; n++) attack();
  return () => {
    isOver = true;
    for (const socket of open) socket.destroy();
  };
}

function everyAttack(server: Server): () => void {
  const authorised = `host: localhost\r\nauthorization: Bearer ${server.keyOf(NOISY)}\r\n`;
  const json = "content-type: application/json\r\ncontent-length: 30000000\r\n";
  const slow = `POST /v1/imports HTTP/1.1\r\n${authorised}${json}\r\n{`;
  const deaf = "GET /dashboard/page.js HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(80);
  const stream = `GET /v1/events/stream HTTP/1.1\r\n${authorised}\r\n`;
  const ends = [
    attackers(server, SLOW_BODIES, slow),
    attackers(server, DEAF_READERS, deaf),
    attackers(server, STREAMS, stream),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function percentile(answers: readonly Answer[], share: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
}

const codes = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted();

/** Of memory the collector and the allocator give back what they like. */
const SLACK_MB = 64;

test(
  `in ${SECONDS} seconds of two hundred connections nobody is starved and nothing is left behind`,
  async () => {
    const server = await started();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    for (let n = 0; n < 100; n++) await work(server, { tenant: VICTIM, agent }, n);
    const workers = crowd(server, { size: WORKERS, tenants: WORKING, restMs: 1_000 });
    const noisy = crowd(server, { size: 10, tenants: [NOISY], restMs: 0 });
    const endAttack = everyAttack(server);
    const victim = crowd(server, { size: 1, tenants: [VICTIM], restMs: 50 });
    await delay((SECONDS / 3) * 1_000);
    const early = await held(server);
    await delay((SECONDS / 3) * 2 * 1_000);
    const late = await held(server);
    await victim.end();
    endAttack();
    await Promise.all([workers.end(), noisy.end()]);
    const after = crowd(server, { size: 4, tenants: [VICTIM, NOISY], restMs: 50 });
    await delay(3_000);
    await after.end();
    count("crowd", {
      connections: WORKERS + 10 + SLOW_BODIES + DEAF_READERS + STREAMS,
      "answers to tenants at work": workers.answers.length,
      "p99 of tenants at work, ms": percentile(workers.answers, 0.99),
      "answers to one beside": victim.answers.length,
      "p50 of one beside, ms": percentile(victim.answers, 0.5),
      "p99 of one beside, ms": percentile(victim.answers, 0.99),
      "refused of the noisy tenant": noisy.answers.filter(({ status }) => status === 503).length,
      "resident MB, a third in and at the end": `${early.rss.toFixed(0)} and ${late.rss.toFixed(0)}`,
    });
    expect(victim.answers.length).toBeGreaterThan(SECONDS);
    expect([...victim.broken, ...workers.broken, ...after.broken]).toEqual([]);
    expect(codes([...victim.answers, ...workers.answers])).toEqual([200]);
    expect(percentile(victim.answers, 0.99)).toBeLessThan(1_000);
    expect(codes(after.answers)).toEqual([200]);
    expect(percentile(after.answers, 0.99)).toBeLessThan(1_000);
    expect(late.heap - early.heap).toBeLessThan(SLACK_MB);
    expect(late.rss - early.rss).toBeLessThan(2 * SLACK_MB);
    expect(late.faults).toEqual([]);
  },
  (SECONDS + 240) * 1_000,
);
