// Whatever anyone wrote is text on every page: nothing of it runs, and nothing is fetched for it.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectGood, settled } from "./browser.ts";
import { openStage, type Stage } from "./stage.ts";

const TENANT = `t"><img src=x onerror=alert(1)>`;

let stage: Stage;
let canary: Server;
let key: string;
let payloads: readonly string[];
const hits: string[] = [];

beforeAll(async () => {
  canary = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  const { port } = canary.address() as AddressInfo;
  payloads = payloadsFor(`http://127.0.0.1:${port}`);
  stage = await openStage({ isSeeded: false });
  await poison(stage);
  key = (
    await stage.memory.keys.create({ tenant: TENANT, role: "operator", name: payloads[0] ?? "" })
  ).key;
});
afterAll(async () => {
  await stage.close();
  canary.close();
});

function payloadsFor(elsewhere: string): readonly string[] {
  return [
    `<script>alert("script")</script>`,
    `<img src="${elsewhere}/img" onerror="alert('onerror')">`,
    `![remote](${elsewhere}/markdown.png)`,
    `[click](javascript:alert("link"))`,
    `<svg onload="alert('svg')"><image href="${elsewhere}/svg"/></svg>`,
    `<math><mtext><img src="${elsewhere}/math" onerror="alert(3)"></mtext></math>`,
    `<iframe src="${elsewhere}/frame"></iframe><link rel="stylesheet" href="${elsewhere}/css">`,
    `"><style>@import "${elsewhere}/import";body{background:url(${elsewhere}/url)}</style>`,
    `{{constructor.constructor("alert(4)")()}} \${alert(5)} javascript:alert(6)`,
    "\u202Egnp.exe\u200B \u0007 ́́́́́́ 𝕏 \uFEFF",
  ];
}

/** Every field that a caller can fill, filled with every payload. */
async function poison({ memory }: Stage): Promise<void> {
  for (const [index, payload] of payloads.entries()) {
    const words = `${payload} number ${index}`;
    const short = payload.slice(0, 200);
    await memory.ingest({
      tenant: TENANT,
      channel: short,
      id: `${short} ${index}`,
      author: { id: short, name: short },
      text: `I live in ${words}`,
    });
    await memory.remember({
      ...{ tenant: TENANT, kind: "log", text: words, title: payload, category: short },
      ...{ tags: [short], subject: short, user: short, participants: [short], topicId: short },
      ...{ evidence: [payload], agent: `agent ${short}`, run: short, actor: short, role: short },
      ...{ channel: short, thread: short, jobId: short },
    });
    await memory.remember({
      ...{ tenant: TENANT, kind: "trait", text: words, section: "bio", field: "city" },
      ...{ subject: short, user: short, scope: "shared", evidence: [payload] },
    });
    await memory.vault.updateByTopic({ tenant: TENANT, topicId: short, text: words, actor: short });
  }
}

const PATHS = [
  "/",
  "/memories",
  "/people",
  "/conversations",
  "/graph?view=table",
  "/graph",
  "/vault",
  "/review",
  "/jobs",
  "/activity",
  "/agents",
  "/keys",
  "/settings",
  "/data",
];

test("no page runs, fetches or obeys what was written into it", async () => {
  const visitor = await stage.as("operator");
  await visitor.page.addInitScript(`sessionStorage.setItem("mneme.key", ${JSON.stringify(key)})`);
  const { page } = visitor;
  for (const path of PATHS) {
    await visitor.go(path);
    await settled(page);
  }
  for (const payload of payloads) {
    const name = encodeURIComponent(payload.slice(0, 200));
    for (const path of [`/people/${name}`, `/conversations/${name}`, `/context?q=${name}`]) {
      await visitor.go(path);
      await settled(page);
    }
  }
  await visitor.go("/memories?q=script");
  await page
    .getByText(payloads[0] ?? "", { exact: false })
    .first()
    .waitFor();
  expectGood(visitor);
  expect(hits).toEqual([]);
  expect(await page.evaluate<number>("document.querySelectorAll('main img, iframe').length")).toBe(
    0,
  );
  await visitor.close();
});

test("everything that a drawer tells of a memory is text", async () => {
  const visitor = await stage.as("operator");
  await visitor.page.addInitScript(`sessionStorage.setItem("mneme.key", ${JSON.stringify(key)})`);
  const { page } = visitor;
  const memories = await stage.memory.list({ tenant: TENANT, limit: 200 });
  expect(memories.length).toBeGreaterThan(payloads.length);
  for (const { id } of memories.slice(0, 24)) {
    await visitor.go(`/memories?id=${id}`);
    await page.getByRole("heading", { name: "How it came to be" }).waitFor();
  }
  await page.getByRole("button", { name: "Edit" }).click();
  expectGood(visitor);
  expect(hits).toEqual([]);
  await visitor.close();
});

test("an address cannot make the page run anything", async () => {
  const visitor = await stage.as("operator");
  for (const path of [
    `/memories?q=${encodeURIComponent("<img src=x onerror=alert(1)>")}`,
    "/memories?id=javascript:alert(1)",
    "/people/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "javascript:alert(1)",
    "//127.0.0.1:1/elsewhere",
  ]) {
    await visitor.go(path);
    await visitor.page.locator("main h1").waitFor();
  }
  expectGood(visitor);
  await visitor.close();
});
