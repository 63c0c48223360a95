// An answer with its sources: what a model says is held to the lines it cites, and without one the lines are the answer.

import { expect, onTestFinished, test } from "vitest";
import { testEngine } from "../support/engine.ts";
import { type Misbehaviour, startFaultServer } from "../support/fault-server.ts";
import { testServer } from "../surfaces/http-support.ts";

const tenant = "acme";
const question = "Where does Ana live?";

async function withModel(says: unknown) {
  const server = await startFaultServer({ says: JSON.stringify(says), dims: 8 });
  onTestFinished(() => server.close());
  const fast = { baseUrl: server.url, model: "tiny", apiKey: "none" };
  const { memory } = await testEngine({ upkeep: false, models: { fast } });
  const facts = ["Ana lives in Porto.", "Ana lived in Lisbon until 2024."];
  for (const text of facts) await memory.remember({ tenant, kind: "log", text, subject: "ana" });
  const { lines } = await (await engineWithout()).answer({ tenant, question });
  const number = (part: string) => lines.findIndex(({ text }) => text.includes(part)) + 1;
  return { server, memory, number };
}

async function engineWithout() {
  const { memory } = await testEngine({ upkeep: false });
  for (const text of ["Ana lives in Porto.", "Ana lived in Lisbon until 2024."])
    await memory.remember({ tenant, kind: "log", text, subject: "ana" });
  return memory;
}

test("without a model the best lines are the answer, as they stand, and nothing is made of nothing", async () => {
  const memory = await engineWithout();
  const found = await memory.answer({ tenant, question });
  expect(found).toMatchObject({ type: "lines", citations: [] });
  expect(found.lines[0]?.text).toBe("Ana lives in Porto.");
  expect(found).not.toHaveProperty("answer");
  const nothing = await memory.answer({
    tenant,
    question: "What is the wifi password of the barn?",
  });
  expect(nothing).toMatchObject({ type: "unknown", lines: [], citations: [] });
});

test("a model's answer comes with the lines it cites", async () => {
  const { memory, server } = await withModel({ supported: true, answer: "In Porto.", lines: [1] });
  const given = await memory.answer({ tenant, question });
  expect(given).toMatchObject({ type: "answer", answer: "In Porto.", by: "compatible:tiny" });
  expect(given.citations).toEqual([given.lines[0]]);
  expect(given.citations[0]?.text).toContain("Porto");
  const [system, user] = JSON.parse(server.calls().at(-1) ?? "{}").messages;
  expect(JSON.stringify(system)).not.toContain("Porto");
  expect(JSON.stringify(user)).toMatch(
    /<data [\w-]+ lines>.*Porto.*<data [\w-]+ question>.*Where does/,
  );
});

test("a model may say that nothing supports an answer", async () => {
  const { memory } = await withModel({ supported: false, answer: "", lines: [] });
  expect(await memory.answer({ tenant, question })).toMatchObject({
    type: "unknown",
    citations: [],
  });
});

test.each([
  ["cites nothing", { supported: true, answer: "In Porto.", lines: [] }, "cites no line"],
  [
    "cites what it was not given",
    { supported: true, answer: "In Porto.", lines: [9] },
    "cites no line",
  ],
  ["cites line nought", { supported: true, answer: "In Porto.", lines: [0] }, "cites no line"],
  [
    "names another place",
    { supported: true, answer: "Ana lives in Oslo.", lines: [1] },
    "no line says",
  ],
  [
    "makes up a number",
    { supported: true, answer: "In Porto since 1987.", lines: [1] },
    "no line says",
  ],
])("an answer that %s is not given; the lines are", async (_how, says, reason) => {
  const { memory } = await withModel(says);
  const given = await memory.answer({ tenant, question });
  expect(given).toMatchObject({ type: "lines", reason: expect.stringContaining(reason) });
  expect(given.lines[0]?.text).toContain("Porto");
  expect(given).not.toHaveProperty("answer");
});

const FAULTS: readonly (readonly [string, Misbehaviour, string])[] = [
  ["refuses the key", { type: "status", status: 401 }, "rejected: bad_key"],
  ["is down", { type: "status", status: 500 }, "retryable: server_error"],
  ["breaks off", { type: "reset" }, "retryable: unreachable"],
  ["says half of it", { type: "say", text: '{"supported": true, "ans' }, "rejected: bad_output"],
  ["says no JSON", { type: "say", text: "Ana lives in Porto." }, "rejected: bad_output"],
];

test.each(FAULTS)(
  "a model that %s leaves the lines, and the answer says why",
  async (_how, fault, reason) => {
    const { memory, server } = await withModel({
      supported: true,
      answer: "In Porto.",
      lines: [1],
    });
    server.misbehave(fault, fault, fault, fault);
    expect(await memory.answer({ tenant, question })).toMatchObject({ type: "lines", reason });
  },
);

test("a model is asked without secrets of the question, and only about what the asker may see", async () => {
  const { memory, server } = await withModel({ supported: true, answer: "In Porto.", lines: [1] });
  const mail = "ana@example.org";
  const own = {
    tenant,
    kind: "log",
    scope: "user",
    user: "ben",
    text: "Ana lives with Zebedee.",
  } as const;
  await memory.remember(own);
  await memory.answer({ tenant, user: "eve", question: `${question} My mail is ${mail}` });
  const call = server.calls().at(-1) ?? "";
  expect(call).toContain("Porto");
  expect(call).not.toContain(mail);
  expect(call).not.toContain("Zebedee");
});

test("nothing is asked of a model where nothing was found, and what it costs is on the ledger", async () => {
  const { memory, server } = await withModel({ supported: true, answer: "In Porto.", lines: [1] });
  const before = server.calls().length;
  await memory.answer({ tenant, question: "What is the wifi password of the barn?" });
  expect(server.calls()).toHaveLength(before);
  await memory.answer({ tenant, user: "ana", question });
  expect(server.calls()).toHaveLength(before + 1);
  const { spent } = await memory.admin.checkModels({ tenant });
  expect(spent).toContainEqual(expect.objectContaining({ user: "ana", calls: 1 }));
});

test("over HTTP an answer has its lines, and a key of another tenant finds none", async () => {
  const { memory, ask } = await testServer();
  for (const [of, name] of [
    [tenant, "Porto"],
    ["other", "Oslo"],
  ] as const)
    await memory.remember({ tenant: of, text: `Ana lives in ${name}.` });
  const { key } = await memory.keys.create({ tenant, role: "read", name: "app" });
  const told = await ask("POST /v1/answer", { key, body: { question } });
  expect(told.body).toMatchObject({ type: "lines", lines: [{ text: "Ana lives in Porto." }] });
  expect((await ask("POST /v1/answer", { key, body: { question: "" } })).status).toBe(400);
});
