// Older addresses that were promised to callers, each only another name for an operation.

import { z } from "zod";
import { OPERATIONS } from "../../operations/operations.ts";
import { refuseOther } from "../../operations/permission.ts";
import { type OperationDeps, operationRoute } from "./operation-routes.ts";
import { isRecord } from "./record.ts";
import { json, type Route } from "./route.ts";

const MARKDOWN = "text/markdown; charset=utf-8";

const OldSearch = z.strictObject({
  q: z.string(),
  tenant: z.string().optional(),
  agent: z.string().optional(),
  guildId: z.string().optional().describe("The tenant of the key; another one is refused."),
  channelId: z.string().optional(),
  limit: z.int().optional(),
});

export function promisedRoutes(deps: OperationDeps): readonly Route[] {
  return [
    { ...operationRoute("history", deps), name: "oldHistory", path: "/memory/{id}/history" },
    oldSearch(deps),
    oldSnapshot("snapshot", "/api/memory", deps),
    oldSnapshot("refreshSnapshot", "/api/memory/refresh", deps),
  ];
}

/** The page itself, as it would stand in the file. */
function oldSnapshot(
  name: "snapshot" | "refreshSnapshot",
  path: string,
  deps: OperationDeps,
): Route {
  const route = operationRoute(name, deps);
  return {
    ...route,
    name: name === "snapshot" ? "oldSnapshot" : "oldRefreshSnapshot",
    path,
    output: { mime: MARKDOWN },
    run: async (asked) => {
      const answer = await route.run(asked);
      const page = answer.type === "json" && isRecord(answer.value) ? answer.value["text"] : "";
      return { type: "text", mime: MARKDOWN, text: String(page) };
    },
  };
}

function oldSearch({ engine }: OperationDeps): Route {
  return {
    ...{ name: "oldSearch", method: "GET", path: "/api/memory/search", access: "read" },
    summary: "Search, by the names it had before: `q`, `guildId`, `channelId`.",
    input: OldSearch,
    output: OPERATIONS.search.output,
    run: async ({ input, credential }) => {
      const { q, guildId, channelId, limit } = input;
      if (credential !== undefined) refuseOther("guildId", guildId, credential.tenant);
      const { tenant, agent } = input;
      const asked = { tenant, agent, query: q, channel: channelId, limit, over: "memories" };
      return json(await engine.search(asked as never));
    },
  };
}
