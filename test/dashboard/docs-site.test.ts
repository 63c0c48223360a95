// The documentation as the server shows it: made from every page, whole without the network, under the same content
// policy as all else, readable on a desktop and a phone, light and dark.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemory, type MemoryEngine } from "../../src/index.ts";
import { type Serving, serve } from "../../src/surfaces/http/serve.ts";
import { expectGood, openBrowser, overflow, visit } from "./browser.ts";

const ROOT = join(import.meta.dirname, "../..");
const PHONE = { width: 390, height: 844 };
const PAGES = ["index", "getting-started", "concepts", "guides/chat-bot", "changelog"];

let folder: string;
let memory: MemoryEngine;
let server: Serving;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mneme-docs-"));
  execFileSync("npx", ["vitepress", "build", "docs", "--outDir", folder], { cwd: ROOT });
  memory = await createMemory({ path: ":memory:", upkeep: false });
  server = await serve({ engine: memory, port: 0, docs: folder });
  browser = await openBrowser();
}, 600_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
  await memory.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every page of the folder is on the site", async () => {
  const names = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
  const pages = names.filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -3));
  expect(pages.length).toBeGreaterThan(60);
  for (const page of pages) {
    const answer = await fetch(`${server.url}/docs/${page}.html`);
    expect([page, answer.status]).toEqual([page, 200]);
    expect(answer.headers.get("content-security-policy")).toContain("script-src 'self'");
  }
}, 120_000);

test("every page can be reached from the list of pages", async () => {
  const start = await (await fetch(`${server.url}/docs/faq.html`)).text();
  const names = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
  const pages = names.filter((name) => name.endsWith(".md") && name !== "index.md");
  const missing = pages.filter((name) => !start.includes(`/docs/${name.replace(/md$/, "html")}"`));
  expect(missing).toEqual([]);
});

test("a page is found without its ending, and what is not there is said", async () => {
  expect((await fetch(`${server.url}/docs/faq`)).status).toBe(200);
  const missing = await fetch(`${server.url}/docs/nothing`);
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({
    detail: expect.stringContaining('There is no page "/docs/nothing"'),
  });
  expect((await fetch(`${server.url}/docs/..%2f..%2fpackage.json`)).status).toBe(404);
});

test.each([
  { colorScheme: "light" as const, viewport: undefined },
  { colorScheme: "dark" as const, viewport: PHONE },
])("the pages keep the content policy and fit ($colorScheme)", async (look) => {
  const { colorScheme, viewport } = look;
  const options = { colorScheme, ...(viewport === undefined ? {} : { viewport }) };
  const visitor = await visit(browser, { at: `${server.url}/docs/`, options });
  for (const page of PAGES) {
    await visitor.page.goto(`${server.url}/docs/${page}.html`);
    await visitor.page.locator("h1").first().waitFor();
    expect([page, await overflow(visitor.page)]).toEqual([page, 0]);
  }
  const isDark = await visitor.page.evaluate("document.documentElement.matches('.dark')");
  expect(isDark).toBe(colorScheme === "dark");
  expectGood(visitor);
  await visitor.close();
});

test("a word is found by the search of the site, without another machine", async () => {
  const visitor = await visit(browser, { at: `${server.url}/docs/` });
  const { page } = visitor;
  await page.goto(`${server.url}/docs/faq.html`);
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("searchbox").fill("pgvector");
  await page.getByRole("option").first().click();
  await page.waitForURL(/\/docs\/(?!faq)/);
  expectGood(visitor);
  await visitor.close();
});
