// `mneme webhooks` and `mneme feedback`, as a user types them.

import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { mneme, scratch } from "./program.ts";

test("a webhook is added to the settings, tested, told of a new memory, and removed", async () => {
  const folder = scratch();
  const file = join(folder, "mneme.yaml");
  writeFileSync(file, "# ours\npath: memory.db\n");
  const got: string[] = [];
  const secret = { value: "" };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    const verified = new Webhook(secret.value).verify(
      body,
      request.headers as Record<string, string>,
    );
    got.push(Object(verified).type);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/in`;

  const refused = await mneme(["webhooks", "add", "sync", url], { folder });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("allowPrivate")]);
  const added = await mneme(["webhooks", "add", "sync", url, "--allow-private", "--json"], {
    folder,
  });
  secret.value = JSON.parse(added.stdout).secret;
  expect(readFileSync(file, "utf8")).toMatch(/^# ours\npath: memory.db\nwebhooks:\n/);

  const tested = await mneme(["webhooks", "test", "sync", "--json"], { folder });
  expect(JSON.parse(tested.stdout)).toEqual({ isDelivered: true, detail: "answered 200" });
  await mneme(["add", "The hall is closed on Mondays."], { folder });
  const listed = await mneme(["webhooks", "--json"], { folder });
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: "sync", host: `127.0.0.1:${port}` }]);
  expect(listed.stdout).not.toContain("whsec");

  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const gone = await mneme(["webhooks", "test", "sync"], { folder });
  expect([gone.code, gone.stdout]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
  expect((await mneme(["webhooks", "remove", "sync"], { folder })).code).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("webhooks: []");
  expect((await mneme(["webhooks", "remove", "sync"], { folder })).code).toBe(1);
  expect(got[0]).toBe("webhook.test");
});

test("feedback marks a memory, and takes it back", async () => {
  const folder = scratch();
  await mneme(["add", "The hall is closed on Mondays."], { folder });
  const marked = await mneme(["feedback", "last", "wrong", "--reason", "open now", "--json"], {
    folder,
  });
  expect(JSON.parse(marked.stdout)).toMatchObject({ verdict: "wrong", version: 2 });
  const back = await mneme(["feedback", "last", "none", "--json"], { folder });
  expect(JSON.parse(back.stdout)).not.toHaveProperty("verdict");
  const history = await mneme(["history", "last", "--json"], { folder });
  expect(history.stdout).toContain("marked wrong: open now");
});
