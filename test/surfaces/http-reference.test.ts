// The reference: a page and a permission for every operation, and nothing that is not so.

import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/operations/operations.ts";
import { referenceCheck } from "./http-reference-check.ts";
import { startServer, type TestServer } from "./http-support.ts";

type Page = Readonly<{
  operationId: string;
  summary: string;
  security?: readonly unknown[];
  "x-access": string;
  parameters: readonly { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Readonly<
    Record<string, { description: string; content?: Record<string, { schema: object }> }>
  >;
}>;
type Reference = Readonly<{
  openapi: string;
  info: { title: string; version: string };
  paths: Readonly<Record<string, Readonly<Record<string, Page>>>>;
  components: { schemas: Readonly<Record<string, object>>; securitySchemes: object };
}>;

let started: TestServer;
let reference: Reference;
let text: string;
beforeAll(async () => {
  started = await startServer();
  const told = await started.ask("GET /openapi.json");
  text = told.text;
  reference = JSON.parse(told.text);
});
afterAll(() => started.close());

const pages = () =>
  Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, page]) => ({ path, method, page })),
  );

describe("every operation", () => {
  test.each(Object.entries(OPERATIONS))(
    "%s has a page, a summary and a permission",
    (name, operation) => {
      expect(operation.name).toBe(name);
      const page = reference.paths[operation.http.path]?.[operation.http.method.toLowerCase()];
      expect(page).toMatchObject({
        operationId: name,
        summary: operation.summary,
        "x-access": operation.access,
      });
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(["read", "write", "vouch", "review", "operate"]).toContain(operation.access);
    },
  );
});

describe("the reference", () => {
  test("passes a linter", { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "mneme-reference-"));
    const file = join(folder, "openapi.json");
    await writeFile(file, text);
    expect(await lint(file)).toEqual([]);
    const { info: _info, ...nameless } = reference;
    await writeFile(file, JSON.stringify(nameless));
    expect(await lint(file)).toContainEqual(expect.stringMatching(/info/));
  });

  test("is what every answer of these tests is held against, to the last field", () => {
    const check = referenceCheck(started.server.routes);
    const stats = { tenant: "acme", role: "read" };
    const told = (value: object, status = 200) => ({
      status,
      type: "application/json; charset=utf-8",
      text: JSON.stringify(value),
    });
    check("GET /v1/session", told(stats));
    for (const wrong of [{ ...stats, more: 1 }, { ...stats, role: "king" }, { role: "read" }])
      expect(() => check("GET /v1/session", told(wrong))).toThrow(/does not fit/);
    expect(() => check("GET /v1/session", told(stats, 418))).toThrow(/418 is not in/);
    expect(() => check("GET /metrics", told({}))).toThrow(/came as application\/json/);
  });

  test("has a page for every route and names no two alike", () => {
    const routes = started.server.routes.map(
      ({ method, path }) => `${method.toLowerCase()} ${path}`,
    );
    expect(
      pages()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(routes.sort());
    const names = pages().map(({ page }) => page.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test("is OpenAPI 3.1 whose every pointer leads somewhere", () => {
    expect(reference).toMatchObject({ openapi: "3.1.0", info: { title: "Mneme", version: "1" } });
    const pointers = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer = ""]) => pointer);
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of new Set(pointers)) {
      expect(pointer).toMatch(/^#\/components\/schemas\//);
      expect(reference.components.schemas).toHaveProperty([pointer.split("/").at(-1) ?? ""]);
    }
    expect(text).not.toContain("$defs");
  });

  test("describes every parameter of every path, once", () => {
    for (const { path, page } of pages()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = page.parameters.filter((one) => one.in === "path");
      expect(described.map(({ name }) => name)).toEqual(inPath);
      expect(described.every(({ required }) => required === true)).toBe(true);
      const names = page.parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test("says of every answer what it is, and of every refusal that it is a problem", () => {
    for (const { page } of pages()) {
      const done = Object.keys(page.responses).filter((status) => status < "400");
      expect(done.length).toBeGreaterThan(0);
      const refused = Object.entries(page.responses).filter(([status]) => status >= "400");
      expect(refused.length).toBeGreaterThan(3);
      for (const [, response] of refused)
        expect(response.content).toHaveProperty(["application/problem+json"]);
    }
  });

  test("asks nobody for a tenant, as the key has it", () => {
    for (const { page } of pages()) {
      const schema = page.requestBody?.content["application/json"]?.schema;
      expect(JSON.stringify(schema ?? {})).not.toMatch(/"required":\[[^\]]*"tenant"/);
      expect(page.parameters.filter(({ name, required }) => name === "tenant" && required)).toEqual(
        [],
      );
    }
  });

  test("leaves only what needs no key without one", () => {
    const open = pages().filter(({ page }) => page.security?.length === 0);
    expect(open.map(({ path }) => path).sort()).toEqual(
      started.server.routes
        .filter(({ access }) => access === "open")
        .map(({ path }) => path)
        .sort(),
    );
  });
});

/** What the linter finds wrong, one line each. */
async function lint(file: string): Promise<readonly string[]> {
  const config = new URL("redocly.yaml", import.meta.url).pathname;
  const given = ["lint", file, "--config", config, "--format", "json"];
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  const output = await new Promise<string>((resolve) => {
    execFile("node_modules/.bin/redocly", given, { env }, (_error, stdout) => resolve(stdout));
  });
  const { problems } = JSON.parse(output.slice(output.indexOf("{"))) as {
    problems: { ruleId: string; message: string }[];
  };
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
