// The typed client: its map, its errors, and ids of all kinds.

import { describe, expect, test } from "vitest";
import { MemoryError } from "../../src/index.ts";
import { OPERATIONS } from "../../src/operations/operations.ts";
import { createClient, ROUTES } from "../../src/surfaces/client/create-client.ts";
import { startServer, TENANT } from "./http-support.ts";

async function start() {
  const started = await startServer();
  const { key } = await started.memory.keys.create({ tenant: TENANT, role: "operator", name: "o" });
  return { started, key };
}

describe("the typed client", () => {
  test("knows where every operation is", () => {
    const routes = Object.entries(OPERATIONS).map(([name, { http }]) => [
      name,
      `${http.method} ${http.path}`,
    ]);
    expect(ROUTES).toEqual(Object.fromEntries(routes));
  });

  test("rebuilds an error with its code, its words, its details and the request it was", async () => {
    const { started, key } = await start();
    const client = createClient({ url: started.server.url, key });
    const thrown = await client.list({ limit: 0 }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(MemoryError);
    expect(thrown).toMatchObject({
      code: "invalid_input",
      retryable: false,
      details: { status: 400, issues: [{ path: "limit" }], requestId: expect.any(String) },
    });
    const stranger = createClient({ url: started.server.url, key: "mk_none" });
    await expect(stranger.stats({})).rejects.toMatchObject({ code: "unauthorized" });
    await started.close();
    await expect(client.stats({})).rejects.toMatchObject({
      code: "store_unavailable",
      retryable: true,
    });
  });

  test.each([".", "..", ""])("refuses the id %j, which no address can hold", async (id) => {
    const client = createClient({ url: "http://127.0.0.1:1", key: "mk_none" });
    await expect(client.message({ id })).rejects.toMatchObject({ code: "invalid_input" });
  });

  test.each(["a/b", "%2f", "a?b#c", "\u00e9\ud83c\udf75", " "])(
    "finds a message whose id is %j and nothing else",
    async (id) => {
      const { started, key } = await start();
      const client = createClient({ url: started.server.url, key });
      await client.ingest({
        channel: "c",
        id,
        author: { id: "u1" },
        text: "I keep bees on the roof",
      });
      expect((await client.message({ id })).message.id).toBe(id);
      await started.close();
    },
  );
});
