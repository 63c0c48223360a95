// The link for one person on this machine, the session it opens, and the pages it leads to (R-HTTP-1, 3, 7).

import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keysOf, TENANT, type TestServer, testServer } from "./http-support.ts";

const dev = { token: "once-only", tenant: TENANT };

async function follow({ ask }: TestServer, token = dev.token) {
  const told = await ask(`GET /auth/session?token=${token}`);
  return { ...told, cookie: told.headers.get("set-cookie") ?? "" };
}

/** A server with a session open in it: the cookie, and what a page of it must send along. */
async function inSession() {
  const started = await testServer({ server: { dev } });
  const cookie = (await follow(started)).cookie.split(";")[0] ?? "";
  const who = await started.ask("GET /v1/session", { headers: { cookie } });
  const csrf = String(Object(who.body)["csrf"]);
  return { started, cookie, who, page: page(cookie, csrf) };
}

function page(cookie: string, csrf: string): Record<string, string> {
  return { cookie, "sec-fetch-site": "same-origin", "x-csrf-token": csrf };
}

const NOTE = { kind: "log", text: "A note from the dashboard." };

describe("the link", () => {
  test("works once, and leaves a cookie that scripts and other sites cannot use", async () => {
    const started = await testServer({ server: { dev, dashboard: { folder: "/nowhere" } } });
    expect((await follow(started, "guess")).status).toBe(401);
    const { status, cookie, headers } = await follow(started);
    expect(status).toBe(303);
    expect(headers.get("location")).toBe("../openapi.json");
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect(cookie).not.toContain(dev.token);
    expect((await follow(started)).status).toBe(401);
  });

  test("leads nowhere after twelve hours, or when no link was made", async () => {
    const { started, cookie } = await inSession();
    started.clock.now = new Date(started.clock.now.getTime() + 13 * 3_600_000);
    expect((await started.ask("GET /v1/memories", { headers: { cookie } })).status).toBe(401);
    expect((await follow(await testServer(), "undefined")).status).toBe(401);
  });
});

describe("a session", () => {
  test("says who it is, and a key says who it is", async () => {
    const { started, who } = await inSession();
    expect(who.body).toEqual({
      ...{ tenant: TENANT, role: "operator" },
      csrf: expect.stringMatching(/^\w{32,}$/),
    });
    const { agent } = await keysOf(started);
    const told = await started.ask("GET /v1/session", { key: agent });
    expect(told.body).toEqual({ tenant: TENANT, role: "agent", agent: "orion" });
  });

  test.each<[string, (own: Record<string, string>) => Record<string, string>]>([
    ["a page of another site", (own) => ({ ...own, "sec-fetch-site": "cross-site" })],
    ["a page of a sister site", (own) => ({ ...own, "sec-fetch-site": "same-site" })],
    ["an address typed in", (own) => ({ ...own, "sec-fetch-site": "none" })],
    ["a browser that does not say", ({ "sec-fetch-site": _site, ...rest }) => rest],
    ["a page without the token", ({ "x-csrf-token": _token, ...rest }) => rest],
    ["a page with another token", (own) => ({ ...own, "x-csrf-token": "0".repeat(64) })],
  ])("114 changes nothing for %s", async (_who, headersOf) => {
    const { started, page: own } = await inSession();
    const headers = headersOf(own);
    const told = await started.ask("POST /v1/memories", { body: NOTE, headers });
    expect(told).toMatchObject({ status: 403, body: { details: { code: "cross_site" } } });
    const gone = await started.ask("DELETE /v1/memories/none", { headers });
    expect(gone.status).toBe(403);
    expect(await started.memory.list({ tenant: TENANT })).toEqual([]);
  });

  test("changes things from the server's own page, as JSON and as nothing else", async () => {
    const { started, page: own } = await inSession();
    const post = (headers: Record<string, string>) =>
      started.ask("POST /v1/memories", { body: NOTE, headers: { ...own, ...headers } });
    expect((await post({ "content-type": "text/plain" })).status).toBe(415);
    expect((await post({ "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
    expect((await post({})).status).toBe(200);
  });

  test("is over when it is closed, and the cookie is taken back", async () => {
    const { started, page: own, cookie } = await inSession();
    const told = await started.ask("POST /v1/session/close", { body: {}, headers: own });
    expect(told.body).toEqual({ closed: true });
    expect(told.headers.get("set-cookie")).toMatch(/Max-Age=0/);
    expect((await started.ask("GET /v1/session", { headers: { cookie } })).status).toBe(401);
  });
});

describe("the pages", () => {
  async function built(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "mneme-pages-"));
    await mkdir(join(folder, "assets"));
    await mkdir(join(folder, ".vite"));
    await writeFile(join(folder, "index.html"), "<html><head></head><body>Hello</body></html>");
    await writeFile(join(folder, "assets", "index-BVYVxbE4.js"), "export {};");
    await writeFile(join(folder, "icon.svg"), "<svg/>");
    await writeFile(join(folder, ".vite", "manifest.json"), "{}");
    await writeFile(join(folder, "notes.exe"), "no");
    return folder;
  }

  test("need no key, and hold on every path of their own", async () => {
    const started = await testServer({ server: { dev, dashboard: { folder: await built() } } });
    for (const path of ["/dashboard/", "/dashboard/people/u1", "/dashboard/memories"]) {
      const told = await started.ask(`GET ${path}`);
      expect([told.status, told.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      expect(told.text).toContain('<meta name="mneme-path" content="/dashboard/">');
      expect(told.headers.get("cache-control")).toBe("no-cache");
      const policy = told.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain("unsafe");
    }
    expect((await follow(started)).headers.get("location")).toBe("../dashboard/");
    for (const path of ["/", "/dashboard"])
      expect((await started.ask(`GET ${path}`)).headers.get("location")).toBe("/dashboard/");
  });

  test("are kept for ever where their name changes with them", async () => {
    const started = await testServer({ server: { dashboard: { folder: await built() } } });
    const script = await started.ask("GET /dashboard/assets/index-BVYVxbE4.js");
    expect(script.headers.get("cache-control")).toContain("immutable");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const icon = await started.ask("GET /dashboard/icon.svg");
    expect(icon.headers.get("cache-control")).toBe("no-cache");
  });

  test.each([
    "/dashboard/assets/other-BVYVxbE4.js",
    "/dashboard/.vite/manifest.json",
    "/dashboard/notes.exe",
    "/dashboard/..%2f..%2fpackage.json",
    "/dashboard/%2e%2e/%2e%2e/package.json",
    "/dashboard/%00.js",
  ])("hand out nothing but what was built: %s", async (path) => {
    const started = await testServer({ server: { dashboard: { folder: await built() } } });
    const told = await started.ask(`GET ${path}`);
    expect([401, 404]).toContain(told.status);
    expect(told.text).not.toContain('mneme"');
  });

  test("are found under another path, and leave the API where it is", async () => {
    const dashboard = { folder: await built(), path: "/admin/memory" };
    const started = await testServer({ server: { dashboard } });
    expect((await started.ask("GET /admin/memory/people")).text).toContain(
      '<meta name="mneme-path" content="/admin/memory/">',
    );
    expect((await started.ask("GET /dashboard/")).status).toBe(401);
    expect((await started.ask("GET /v1/memories")).status).toBe(401);
    await expect(testServer({ server: { dashboard: { path: "/../x" } } })).rejects.toThrow(
      /dashboard cannot be at/,
    );
  });
});
