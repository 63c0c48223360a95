// What cannot be had back by a click alone: each act says under which number it stands in the audit trail.

import { afterAll, beforeAll, expect, test } from "vitest";
import { expectGood, type Watched } from "./browser.ts";
import { TENANT } from "./seed.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const FILE = JSON.stringify([
  { id: "x1", memory: "Eva repairs church clocks.", user_id: "eva" },
  { id: "x2", memory: "Eva lives in Aveiro.", user_id: "eva" },
]);

async function numberOf(act: string): Promise<number | undefined> {
  const [entry] = await stage.memory.admin.audit({ tenant: TENANT, newest: true, act, limit: 1 });
  return entry?.seq;
}

/** The number that is shown is that of the newest entry of the act. */
async function expectNumber({ page }: Watched, act: string): Promise<void> {
  const link = page.getByRole("link", { name: /^Audit no\. \d+$/ }).last();
  await link.waitFor();
  expect(await link.textContent()).toBe(`Audit no. ${await numberOf(act)}`);
}

async function choose({ page }: Watched, words: string, act: "Merge" | "Forget"): Promise<void> {
  await page.getByText(words).first().waitFor();
  const boxes = page.getByRole("checkbox", { name: /^Choose/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole("button", { name: act, exact: true }).click();
}

test("forgetting names its entry, and the number leads to it", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  const filter = { contains: "stock photos", kinds: ["fact" as const] };
  const [target] = await stage.memory.list({ tenant: TENANT, filter });
  await visitor.go(`/memories?id=${target?.id}`);
  await page.getByRole("button", { name: "Forget", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Forget this memory?" });
  await dialog.getByText("1 memory will go").waitFor();
  await dialog.getByRole("button", { name: "Forget", exact: true }).click();
  await expectNumber(visitor, "bulk_delete");
  const no = await numberOf("bulk_delete");
  await page.getByRole("link", { name: `Audit no. ${no}` }).click();
  await page.getByText(`from no. ${no} on`).waitFor();
  await page.getByText("Bulk delete").first().waitFor();
  await page.getByText(target?.id ?? "", { exact: true }).waitFor();
  expectGood(visitor);
  await visitor.close();
});

test("who may not read the trail is shown no number and does not ask for one", async () => {
  const visitor = await stage.as("write");
  const { page } = visitor;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visitor.go("/memories?kind=trait&about=ana");
  await choose(visitor, "2 memories in view", "Forget");
  const dialog = page.getByRole("dialog", { name: "Forget 2 memories?" });
  await dialog.getByLabel(/Type “forget 2”/).fill("forget 2");
  await dialog.getByRole("button", { name: "Forget", exact: true }).click();
  await page.getByText("2 memories forgotten").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("2 memories in view").waitFor();
  expect(asked.filter((path) => path === "/v1/memories/forget").length).toBeGreaterThan(0);
  expect(asked.filter((path) => path.startsWith("/v1/audit"))).toEqual([]);
  expect(await page.getByText("Audit no.").count()).toBe(0);
  await visitor.close();
});

test("merging names its entry", async () => {
  const visitor = await stage.as("operator");
  await visitor.go("/memories?kind=canon");
  await choose(visitor, "2 memories in view", "Merge");
  await visitor.page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await visitor.page.getByText("2 memories are one now").waitFor();
  await expectNumber(visitor, "merge");
  await visitor.close();
});

test("the vault file is compacted after it was said that it cannot be undone", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/vault");
  await page.getByRole("button", { name: "Compact…" }).click();
  const dialog = page.getByRole("dialog", { name: "Compact the vault file?" });
  await dialog.getByText("This cannot be undone.").waitFor();
  await dialog.getByRole("button", { name: "Compact", exact: true }).click();
  await page.getByText(/lines? dropped, \d+ kept/).waitFor();
  await expectNumber(visitor, "compactVault");
  expect(await stage.memory.vault.compact()).toMatchObject({ dropped: 0 });
  expectGood(visitor);
  await visitor.close();
});

test("the drawer shows why a memory was handed out the last time", async () => {
  const visitor = await stage.as("read");
  const { page } = visitor;
  const { hits } = await stage.memory.search({
    ...{ tenant: TENANT, query: "what is Ben allergic to?", over: "memories", limit: 1 },
  });
  const id = hits[0]?.id ?? "";
  await expect
    .poll(() => stage.memory.admin.retrieval({ tenant: TENANT, id }))
    .toHaveProperty("score");
  await visitor.go(`/memories?id=${id}`);
  const section = page.locator("section", { hasText: "Last retrieval" });
  await section.getByText(/Handed out \d+ times?, last/).waitFor();
  await section.getByText("Lexical").waitFor();
  const told = await stage.memory.admin.retrieval({ tenant: TENANT, id });
  await section.getByText((told?.score ?? -1).toFixed(3), { exact: true }).waitFor();
  await visitor.close();
});

test("a file is looked at, taken in and taken back", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  const look = { tenant: TENANT, filter: { contains: "church clocks" } };
  await visitor.go("/data");
  await page.locator('input[type="file"]').setInputFiles({
    ...{ name: "memories.json", mimeType: "application/json", buffer: Buffer.from(FILE) },
  });
  const would = page.getByRole("region", { name: "It would" });
  await would.getByText("mem0").waitFor();
  expect(await stage.memory.list(look)).toEqual([]);
  await page.getByRole("button", { name: "Take it in" }).click();
  await page.getByRole("region", { name: "It did" }).waitFor();
  await expectNumber(visitor, "import");
  expect((await stage.memory.list(look)).length).toBe(1);
  await page.getByRole("button", { name: "Take it back…" }).click();
  const dialog = page.getByRole("dialog", { name: "Take this import back?" });
  await dialog.getByText(/2 memories, .* go/).waitFor();
  await dialog.getByLabel(/Type “take back”/).fill("take back");
  await dialog.getByRole("button", { name: "Take it back" }).click();
  await page.getByText("2 memories taken back").waitFor();
  await expectNumber(visitor, "importUndo");
  expect(await stage.memory.list(look)).toEqual([]);
  expectGood(visitor);
  await visitor.close();
});

test("a file that is too large is refused before it is sent", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
  await visitor.go("/data");
  const input = page.locator('input[type="file"]');
  await input.waitFor();
  // Larger than what a test can hand over in one piece, so the page makes it.
  await page.evaluate(`(() => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(25 * 1024 ** 2)], "huge.json"));
    const input = document.querySelector('input[type="file"]');
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await page.getByText("larger than 24 MB").waitFor();
  expect(sent.filter((one) => /^POST .*imports/.test(one))).toEqual([]);
  await visitor.close();
});

test.each([
  ["jsonl", /\.jsonl$/],
  ["markdown", /\.zip$/],
])("an export as %s is a file that can be read back", async (format, name) => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/data");
  await page.getByLabel("What").selectOption(format);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(name);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const data = Buffer.concat(chunks).toString("base64");
  const given = { tenant: "elsewhere", data, encoding: "base64", dryRun: true } as const;
  const { counts } = await stage.memory.transfer.importText(given);
  expect(counts.read).toBeGreaterThan(10);
  expect(counts.bad).toBe(0);
  expectGood(visitor);
  await visitor.close();
});

test("a key that ends names its entry", async () => {
  await stage.memory.keys.create({ tenant: TENANT, role: "read", name: "old robot" });
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/keys");
  await page.getByRole("button", { name: "Revoke old robot" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("old robot no longer works").waitFor();
  await expectNumber(visitor, "revokeKey");
  await visitor.close();
});

test("what someone said is put out of use after it was counted, and released by a click", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/people/clara");
  await page.getByRole("button", { name: "Quarantine…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/Said since/).fill("2020-01-01");
  const since = "2020-01-01T00:00:00.000Z";
  const would = await stage.memory.review.quarantine({
    ...{ tenant: TENANT, author: "clara", since, dryRun: true },
  });
  expect(would.length).toBeGreaterThan(1);
  await dialog.getByText(`${would.length} memories would go out of use`).waitFor();
  await dialog.getByRole("button", { name: "Quarantine", exact: true }).click();
  await page.getByText(`${would.length} memories out of use`).waitFor();
  await expectNumber(visitor, "quarantine");
  const look = { tenant: TENANT, filter: { ids: [...would] }, limit: 200 };
  expect(await stage.memory.list(look)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await stage.memory.list(look)).length).toBe(would.length);
  expectGood(visitor);
  await visitor.close();
});

test("a profile is deleted after the name is typed, and comes back by a click", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  const lines = async () => {
    const { sections } = await stage.memory.profile({ tenant: TENANT, person: "mei" });
    return Object.values(sections).flat().length;
  };
  const before = await lines();
  expect(before).toBeGreaterThan(0);
  await visitor.go("/people/mei");
  await page.getByRole("button", { name: "Delete profile…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this profile?" });
  await dialog.getByLabel(/Type “mei”/).fill("mei");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText(/lines? of the profile deleted/).waitFor();
  await expectNumber(visitor, "delete_profile");
  expect(await lines()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(lines).toBe(before);
  await visitor.close();
});

test("an erasure names its entry", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/people/dev");
  await page.getByRole("button", { name: "Erase…" }).click();
  await page.getByLabel(/Type “dev”/).fill("dev");
  await page.getByRole("button", { name: "Erase for good" }).click();
  await page.getByRole("dialog", { name: /is erased/ }).waitFor();
  await expectNumber(visitor, "erase");
  await visitor.close();
});
