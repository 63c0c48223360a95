// What is shipped: small enough, whole without the network, and at home under any path.

import { readdirSync, readFileSync } from "node:fs";
import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectGood, settled, visit } from "./browser.ts";
import { builtDashboard } from "./built.ts";
import { LINK_TOKEN, openStage, type Stage } from "./stage.ts";

const MAX_INITIAL_BYTES = 250 * 1024;
const LAZY = ["graph-canvas", "day-chart"];

let stage: Stage;
let proxy: Server;

beforeAll(async () => {
  stage = await openStage();
  proxy = createServer((request, response) => {
    const path = (request.url ?? "").replace(/^\/tools\/mneme/, "");
    const { method, headers } = request;
    const ask = forward(
      { host: "127.0.0.1", port: stage.server.port, path, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    ask.on("error", () => response.destroy());
    response.on("close", () => ask.destroy());
    request.pipe(ask);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await stage.close();
});

/** The page, and everything that it names, which the browser fetches before it can draw anything. */
function initialFiles(folder: string): readonly string[] {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file = ""]) => file);
  return ["index.html", ...named];
}

test("what is loaded before the first page is at most 250 KB, and charts and graph come later", () => {
  const folder = builtDashboard();
  const files = initialFiles(folder);
  expect(files.some((file) => file.endsWith(".js"))).toBe(true);
  const sizes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_INITIAL_BYTES);
  for (const name of LAZY) {
    expect(readdirSync(join(folder, "assets")).some((file) => file.startsWith(name))).toBe(true);
    expect(files.filter((file) => file.includes(name))).toEqual([]);
  }
});

test("the page has no script or style of its own, so its policy needs no exception", () => {
  const page = readFileSync(join(builtDashboard(), "index.html"), "utf8");
  expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
});

test("behind a proxy that serves it under a path, everything works", async () => {
  const { port } = proxy.address() as AddressInfo;
  const at = `http://127.0.0.1:${port}/tools/mneme/dashboard/`;
  const visitor = await visit(stage.browser, { at, key: stage.keys.operator });
  const { page } = visitor;
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!new URL(request.url()).pathname.startsWith("/tools/mneme/")) outside.push(request.url());
  });
  await visitor.go("/memories?kind=fact");
  await page.getByRole("button", { name: /allergic to peanuts/ }).click();
  await page.getByRole("button", { name: "Pin" }).click();
  await page.getByRole("button", { name: "Unpin" }).waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(outside).toEqual([]);
  expectGood(visitor);
  await visitor.close();
});

test("a one-time link under that path leads to the dashboard under that path", async () => {
  const { port } = proxy.address() as AddressInfo;
  const root = `http://127.0.0.1:${port}/tools/mneme/`;
  const visitor = await visit(stage.browser, { at: `${root}dashboard/` });
  await visitor.page.goto(`${root}auth/session?token=${LINK_TOKEN}`);
  await visitor.page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(visitor.page.url().startsWith(`${root}dashboard/`)).toBe(true);
  await visitor.close();
});

test("every page is drawn without a call to any other machine", async () => {
  const visitor = await stage.as("operator");
  for (const path of ["/", "/graph", "/reference"]) {
    await visitor.go(path);
    await settled(visitor.page);
  }
  expectGood(visitor);
  await visitor.close();
});
