// What the page about running it and the files of `deploy/` name exists: settings, variables, flags, paths, ports,
// metrics. What cannot be run here is at least read by what reads it there: YAML, JSON, a chart with its values.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { settingsTable } from "../../src/config/settings-table.ts";
import { ENVIRONMENT } from "../../src/config.ts";
import { leaves } from "../cli/tree.ts";
import { startServer } from "../surfaces/http-support.ts";

const root = join(import.meta.dirname, "../..");
const DEPLOY = readdirSync(join(root, "deploy"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
const PAGE = "docs/production.md";
const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read(PAGE);
const texts = [...DEPLOY, PAGE].map((path) => ({ path, text: read(path) }));

/** Each match of a pattern's first group, with where it stands. */
function named(pattern: RegExp): readonly (readonly [path: string, name: string])[] {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => [path, name] as const),
  );
}

const missing = (names: readonly (readonly [string, string])[], known: ReadonlySet<string>) =>
  names.filter(([, name]) => !known.has(name));

let routes: ReadonlySet<string>;
let metrics: string;

beforeAll(async () => {
  const server = await startServer();
  const { key } = await server.memory.keys.create({
    tenant: "acme",
    name: "ops",
    role: "operator",
  });
  await server.ask("GET /health/live");
  metrics = (await server.ask("GET /metrics", { key })).text;
  routes = new Set([...server.server.routes.map(({ path }) => path), "/mcp"]);
  await server.close();
});

test("every environment variable of ours is read", () => {
  const names = named(/\b(MNEME_[A-Z_]+)/g);
  expect(names.length).toBeGreaterThan(5);
  expect(missing(names, new Set(Object.keys(ENVIRONMENT)))).toEqual([]);
});

test("every setting in the table and in the chart's file exists, under its variable", () => {
  const settings = new Map(settingsTable().map(({ name, variable }) => [name, variable]));
  const rows = [...page.matchAll(/^\| `([\w.]+)` \| (?:`(\w+)`)? ?\|/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, name = "", variable] of rows)
    expect([name, variable]).toEqual([name, settings.get(name)]);
  const { config } = parse(read("deploy/helm/values.yaml"));
  expect(Object.keys(parse(config)).filter((name) => !settings.has(name))).toEqual([]);
});

test("every command and flag exists", () => {
  const commands = leaves();
  /** The longest name, as `restore-backup` and not `restore`. */
  const called = (call: string) =>
    commands
      .filter(({ name }) => call === name || call.startsWith(`${name} `))
      .sort((one, other) => other.name.length - one.name.length)[0];
  const flagsOf = (name: string) =>
    new Set(
      commands
        .filter((leaf) => leaf.name === name || name.startsWith(`${leaf.name} `))
        .flatMap(({ command }) => command.options.map(({ long }) => long ?? "")),
    );
  const calls = named(/\bmneme ((?:[a-z][a-z-]* ?)+[^`\n]*)/g).filter(
    ([, call]) => called(call) !== undefined,
  );
  expect(calls.length).toBeGreaterThan(8);
  for (const [path, call] of calls) {
    const leaf = called(call);
    for (const [flag] of call.matchAll(/--[a-z-]+/g))
      expect([path, call, flagsOf(leaf?.name ?? "").has(flag)]).toEqual([path, call, true]);
  }
  const serve = flagsOf("serve");
  const arguments_ = texts.filter(({ path }) => /Dockerfile$|compose|deployment/.test(path));
  for (const { path, text } of arguments_)
    for (const [flag] of text.matchAll(
      /(?<=["\s])--(?!rm|from|interval|timeout|start|retries|omit|ignore|name|role|tenant)[a-z][a-z-]+/g,
    ))
      expect([path, flag, serve.has(flag)]).toEqual([path, flag, true]);
});

test("every path that is asked exists", () => {
  const asked = named(/(?<![\w./])(\/(?:health\/\w+|metrics|mcp|v1\/\w+|openapi\.json))\b/g);
  expect(asked.length).toBeGreaterThan(6);
  expect(missing(asked, routes)).toEqual([]);
});

test("every metric is told", () => {
  const names = named(/\b(mneme_(?:http|process)_[a-z_]+)/g);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter(([, name]) => !metrics.includes(name))).toEqual([]);
});

test("every port is the one that it listens on", () => {
  const serve = leaves().find(({ name }) => name === "serve")?.command;
  const port = String(serve?.options.find(({ long }) => long === "--port")?.defaultValue);
  const ports = named(/(?:EXPOSE |containerPort: |port: |:|\| )(7\d{3})\b/g);
  expect(ports.length).toBeGreaterThan(5);
  expect(ports.filter(([, name]) => name !== port)).toEqual([]);
});

test("every file that is named is there", () => {
  const files = named(/`((?:deploy|test|docs)\/[\w./-]+)`/g);
  expect(files.length).toBeGreaterThan(5);
  const isThere = (path: string) => DEPLOY.some((file) => file.startsWith(path));
  for (const [, path] of files) if (!isThere(path)) expect(read(path)).not.toBe("");
});

/** What the chart uses of its language: values, by themselves or quoted. */
function rendered(template: string, values: Readonly<Record<string, unknown>>): string {
  const given: Readonly<Record<string, unknown>> = { ...values, Name: "memory" };
  return template.replace(/\{\{ \.(?:Values|Release)\.\w+(?: \| quote)? \}\}/g, (whole) => {
    const value = given[/\.(\w+)(?: |$)/.exec(whole)?.[1] ?? ""];
    if (value === undefined) throw new Error(`${whole} has no value.`);
    return whole.includes("quote") ? JSON.stringify(String(value)) : String(value);
  });
}

test("the chart with its values, and every other YAML and JSON, can be read", () => {
  const values = parse(read("deploy/helm/values.yaml"));
  for (const path of DEPLOY.filter((name) => name.endsWith(".yaml"))) {
    const text = rendered(read(path), values);
    expect([path, /\{ ?\{/.test(text)]).toEqual([path, false]);
    expect([path, parseAllDocuments(text).flatMap(({ errors }) => errors)]).toEqual([path, []]);
  }
  expect(JSON.parse(read("deploy/grafana.json")).panels.length).toBeGreaterThan(3);
  const deployment = parse(rendered(read("deploy/helm/templates/deployment.yaml"), values));
  const [container] = deployment.spec.template.spec.containers;
  expect(container.args).toContain("7420");
  expect(container.readinessProbe.httpGet.path).toBe("/health/ready");
});
