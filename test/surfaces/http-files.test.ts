// A whole file in the body of an import, and in no other body.

import { expect, test } from "vitest";
import { keysOf, testServer } from "./http-support.ts";

/** More than a plain body may be, with one note in it that matters. */
const LONG = `${JSON.stringify([{ id: "x1", memory: "Eva repairs clocks.", user_id: "eva" }])}${" ".repeat(1_500_000)}`;

test("a file longer than any other body is taken in by an import", async () => {
  const started = await testServer();
  const { operator } = await keysOf(started);
  const data = Buffer.from(LONG).toString("base64");
  const body = { data, encoding: "base64", dryRun: true };
  const told = await started.ask("POST /v1/imports", { key: operator, body });
  expect(told).toMatchObject({ status: 200, body: { format: "mem0", counts: { stored: 1 } } });
});

test("the same length is refused where no file is expected", async () => {
  const started = await testServer();
  const { operator } = await keysOf(started);
  const note = { kind: "log", text: LONG };
  const told = await started.ask("POST /v1/memories", { key: operator, body: note });
  expect(told.status).toBe(413);
});

test("a file beyond the limit of files is refused", async () => {
  const started = await testServer({ server: { limits: { fileBytes: 1_000_000 } } });
  const { operator } = await keysOf(started);
  const told = await started.ask("POST /v1/imports", { key: operator, body: { data: LONG } });
  expect(told.status).toBe(413);
});
