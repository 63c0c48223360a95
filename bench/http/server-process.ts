// The server of the HTTP bench, in a process of its own: opens the file it is given, listens, and says where.

import { createMemory } from "../../src/index.ts";
import { serve } from "../../src/surfaces/http/serve.ts";
import { TENANT } from "../recall-speed/fill-store.ts";

/** `open` lifts what bounds one key, so that the machine is what is measured; `usual` keeps every bound. */
export type Told = Readonly<{ url: string; key: string }>;

const [, , path = "", bounds = "open"] = process.argv;
const UNBOUND = { perKeyPerMinute: 10_000_000, modelCallsPerKeyPerMinute: 10_000_000 };

const memory = await createMemory({ path, folder: null, upkeep: false });
const { key } = await memory.keys.create({ tenant: TENANT, role: "operator", name: "bench" });
const server = await serve({
  ...{ engine: memory, port: 0 },
  limits: bounds === "open" ? UNBOUND : {},
});
const told: Told = { url: server.url, key };
process.send?.(told);
process.once("SIGTERM", async () => {
  await server.stop();
  await memory.close();
  process.disconnect();
});
