// What one tenant sees is the same with and without another beside it: answers, counts, cursors and errors, through
// the library and over HTTP. Names made anew each time are numbered by their first appearance; no number is left out.
// The snapshot is asked for and read at once: by itself its file is written in the background, at no fixed moment. How
// often a memory was handed out is counted in the background, too, and not compared; lines of the vault file are looked
// at after they were written.

import { expect, onTestFinished, test, vi } from "vitest";
import { MemoryError } from "../../src/index.ts";
import { type OpenWay, type Way, ways } from "./engine-ways.ts";
import { count, isLong } from "./proof-run.ts";

// Long enough for a machine that is busy with others.
vi.setConfig({ testTimeout: 240_000 });

const A = "acme";
const B = "acme2";
const ROUNDS = isLong() ? 40 : 6;

type Asked = readonly [name: string, input: Readonly<Record<string, unknown>>];

function told(round: number, who: string): readonly Asked[] {
  const author = { id: "ana", name: "Ana" };
  const said = { channel: "yard", id: `m-${who}-${round}`, author };
  return [
    ["ingest", { ...said, text: `My sister number ${round} is called ${who}${round}.` }],
    ["updateByTopic", { topicId: "boats", text: `The yard of ${who} has ${round} boats.` }],
    ["remember", { kind: "log", text: `The ${who} lantern number ${round} is green.` }],
    ["remember", { kind: "fact", subject: "ana", text: `Ana has ${round + 2} ${who} boats.` }],
    [
      "remember",
      { kind: "fact", subject: "ana", origin: "tool", text: `Ana owns ${who} ${round}.` },
    ],
  ];
}

const LOOKS: readonly Asked[] = [
  ["list", { limit: 50 }],
  ["search", { query: "which lantern is green?", limit: 24 }],
  ["query", { query: "boats of Ana" }],
  ["context", { user: "ana", query: "what does Ana have?" }],
  ["profile", { person: "ana" }],
  ["review", {}],
  ["people", {}],
  ["messages", { channel: "yard" }],
  ["messages", { channel: "yard", limit: 1, before: "m-acme-1" }],
  ["messages", { channel: "yard", before: "m-acme2-1" }],
  ["message", { id: "m-acme-1" }],
  ["taught", { messageId: "m-acme-1" }],
  ["conversations", {}],
  ["conversations", { after: "yard" }],
  ["events", {}],
  ["stats", {}],
  ["overview", {}],
  ["facets", {}],
  ["graph", {}],
  ["jobs", {}],
  ["delta", { thread: "yard", since: 0 }],
  ["usage", {}],
  ["audit", {}],
  ["verifyAudit", {}],
  ["compactVault", {}],
  ["upkeep", { name: "compact", dryRun: true }],
  ["vaultStats", {}],
  ["vaultSearch", { query: "lantern" }],
  ["vaultCandidates", {}],
  ["vaultDeletions", {}],
  ["upkeep", { name: "compact" }],
  ["upkeep", { name: "nightly" }],
  ["upkeep", { name: "consolidate" }],
  ["upkeep", { name: "verify" }],
  ["schedule", {}],
  ["agents", {}],
  ["jobs", { states: ["queued", "running", "done", "dead"] }],
  ["refreshSnapshot", {}],
  ["snapshot", {}],
  ["imports", {}],
  ["export", {}],
  ["get", { id: "00000000-0000-7000-8000-000000000001" }],
  ["forget", { id: "m-acme2-1" }],
  ["list", { after: "00000000-0000-7000-8000-00000000dead" }],
  ["erase", {}],
];

type Observing = Readonly<{ way: Way; withB: boolean; pass: () => void }>;

async function observed(open: OpenWay, withB: boolean): Promise<readonly string[]> {
  let minutes = 0;
  let made = 0;
  const way = await open({
    now: () => new Date(Date.UTC(2026, 4, 1) + minutes * 60_000),
    ids: () => `00000000-0000-7000-8000-${String(++made).padStart(12, "0")}`,
    tenants: [A, B],
  });
  onTestFinished(() => way.close());
  const pass = () => {
    minutes += 1;
  };
  const seen: string[] = [];
  for (let round = 0; round < ROUNDS; round++)
    seen.push(...(await observeRound(round, { way, withB, pass })));
  return numbered(seen);
}

async function observeRound(round: number, { way, withB, pass }: Observing) {
  const seen: string[] = [];
  const beside = async (asked: readonly Asked[]) => {
    for (const one of withB ? asked : []) await ask(way, B, one);
  };
  for (const [n, asked] of told(round, A).entries()) {
    pass();
    await beside(told(round * 5 + n, B));
    seen.push(`${asked[0]}: ${JSON.stringify(await ask(way, A, asked))}`);
    // Jobs that facts leave behind run in a moment of their own: here they do so before anything is looked at.
    await way.settle();
  }
  await beside(round % 2 === 1 ? [["erase", { subject: "ana", actor: "b" }]] : []);
  for (const look of round === ROUNDS - 1 || round === 1 ? LOOKS : LOOKS.slice(0, 4)) {
    await beside([look]);
    seen.push(`${look[0]} ${round}: ${JSON.stringify(await ask(way, A, look))}`);
  }
  const changes = await ask(way, A, ["history", await newest(way)]);
  return [...seen, `history ${round}: ${JSON.stringify(changes)}`];
}

async function newest(way: Way): Promise<Readonly<{ id: string }>> {
  const [memory] = (await way.call(A, "list", { limit: 1 })) as readonly { id: string }[];
  return { id: memory?.id ?? "" };
}

async function ask(way: Way, tenant: string, [name, input]: Asked): Promise<unknown> {
  try {
    return await way.call(tenant, name, input);
  } catch (thrown) {
    if (!(thrown instanceof MemoryError)) throw thrown;
    return { code: thrown.code, details: thrown.details };
  }
}

const MADE =
  /[0-9a-f]{8}-[0-9a-f-]{27}|(?<=<\/?[mt] )[0-9a-z]{8,}(?=>)|\b[0-9a-f]{64}\b|(?<="requestId":")[^"]+|(?<=key:)[0-9a-f]{24}|(?<="(?:hash|head)":")[0-9a-f]+/g;

function numbered(lines: readonly string[]): readonly string[] {
  const names = new Map<string, string>();
  return lines.map((line) =>
    line.replace(MADE, (name) => {
      if (!names.has(name)) names.set(name, `#${names.size}`);
      return names.get(name) ?? name;
    }),
  );
}

test.each(ways())(
  "through %s a tenant sees the same with another beside it as alone",
  async (name, open) => {
    const alone = await observed(open, false);
    const beside = await observed(open, true);
    expect(beside).toEqual(alone);
    const failed = alone.filter((line) => /"code":"(internal|invalid_input)"/.test(line));
    expect(
      failed
        .map((line) => line.split(":")[0])
        .filter((one) => !/^(erase|list|messages)/.test(one ?? "")),
    ).toEqual([]);
    expect(beside.join("\n")).not.toContain(`${B}0`);
    count("non-interference", { [`answers through ${name}`]: alone.length });
  },
);
