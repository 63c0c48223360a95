// A route for every operation. Nothing is decided here: the input goes to the engine, what it gives goes back.

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { ownValue } from "../../model/own-value.ts";
import type { MemoryEngine, OperationName } from "../../operations/engine.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import { QueryOutput } from "../../operations/outputs.ts";
import { refuseOther } from "../../operations/permission.ts";
import { refusal } from "./errors.ts";
import {
  type Answer,
  type Asked,
  fieldsOf,
  type Headers,
  inputSchema,
  isRecord,
  json,
  propertiesOf,
  type Route,
} from "./route.ts";

type OperationDeps = Readonly<{ engine: MemoryEngine; cursors: Cursors }>;

/** Its route also takes many messages, and need not wait: `message-route.ts`. */
const TAKES_MANY = "ingest";

export function operationRoutes(deps: OperationDeps): readonly Route[] {
  const names = Object.keys(OPERATIONS).filter(
    (name): name is OperationName => Object.hasOwn(OPERATIONS, name) && name !== TAKES_MANY,
  );
  return names.map((name) => operationRoute(name, deps));
}

function operationRoute(name: OperationName, { engine, cursors }: OperationDeps): Route {
  const described = OPERATIONS[name];
  const { summary, access, http, input, output, modelCalls = 0, isFile = false } = described;
  const takesVersion = fieldsOf(input).has("ifVersion");
  const paging = createPaging(described, cursors);
  const run = async (asked: Asked) => {
    const ifVersion = requiredVersion(asked.headers["if-match"], takesVersion);
    const given = {
      ...paging.goOn(asked.input),
      ...(ifVersion === undefined ? {} : { ifVersion }),
    };
    const result = await engine.admin.call(name, given as never).catch((thrown) => {
      throw ifVersion !== undefined && isConflict(thrown) ? unmatched() : thrown;
    });
    return answer(result, asked, { ...versionHeaders(result), ...paging.next(given, result) });
  };
  const queryFields = paging.isPaged ? ["cursor"] : [];
  return {
    name,
    summary,
    access,
    ...http,
    input,
    output,
    queryFields,
    isFile,
    run,
    modelCalls: () => modelCalls,
  };
}

function isConflict(thrown: unknown): boolean {
  return thrown instanceof MemoryError && thrown.code === "conflict";
}

function answer(result: unknown, { headers }: Asked, added: Headers): Answer {
  if (result === undefined)
    throw new MemoryError("not_found", "There is nothing of that id here.", {
      details: { code: "nothing" },
    });
  if (isUnchanged(headers["if-none-match"], added)) return { type: "unchanged", headers: added };
  return { type: "json", status: 200, value: result, headers: added };
}

// Older addresses that were promised to callers, each only another name for an operation.

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
    oldQuery(deps),
    oldSnapshot("snapshot", "/api/memory", deps),
    oldSnapshot("refreshSnapshot", "/api/memory/refresh", deps),
  ];
}

/** The bare list; and whose memory is asked for is whom the agent serves. */
function oldQuery(deps: OperationDeps): Route {
  const route = operationRoute("query", deps);
  return {
    ...route,
    name: "oldQuery",
    path: "/memory/query",
    output: QueryOutput.shape.items,
    run: async (asked) => {
      const { filters, user } = asked.input;
      const served = user ?? (isRecord(filters) ? filters["user_id"] : undefined);
      const input = { ...asked.input, ...(served === undefined ? {} : { user: served }) };
      const answer = await route.run({ ...asked, input });
      if (answer.type !== "json" || !isRecord(answer.value)) return answer;
      return json(answer.value["items"]);
    },
  };
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
    name: "oldSearch",
    method: "GET",
    path: "/api/memory/search",
    access: "read",
    summary: "Search, by the names it had before: `q`, `guildId`, `channelId`.",
    input: OldSearch,
    output: OPERATIONS.search.output,
    run: async ({ input, credential }) => {
      const { q, guildId, channelId, limit } = input;
      if (credential !== undefined) refuseOther("guildId", guildId, credential.tenant);
      const { tenant, agent } = input;
      const asked = { tenant, agent, query: q, channel: channelId, limit, strict: true };
      return json(await engine.search(asked as never));
    },
  };
}

// Goes on in a list by a cursor. The page is the same as the library's; where it goes on is in a header.

const NEXT_CURSOR = "mneme-next-cursor";

type Input = Readonly<Record<string, unknown>>;

interface Paging {
  readonly isPaged: boolean;
  /** The input with the cursor read. */
  goOn(input: Input): Input;
  next(input: Input, page: unknown): Headers;
}

type Listed = Readonly<{ name: string; input: z.ZodType; goesOnBy?: string }>;

/** A list is an operation that goes on `after` an id. */
function createPaging(listed: Listed, cursors: Cursors): Paging {
  const { name: route, input: schema, goesOnBy = "id" } = listed;
  const isPaged = fieldsOf(schema).has("after");
  const usualLimit = isPaged ? propertiesOf(inputSchema(schema))["limit"]?.["default"] : undefined;
  return {
    isPaged,
    goOn: (input) => {
      if (!isPaged || input["cursor"] === undefined) return input;
      const { cursor, ...rest } = input;
      return { ...rest, after: cursors.read({ route, input: rest }, cursor) };
    },
    next: (input, page) => {
      const limit = input["limit"] ?? usualLimit;
      if (!isPaged || !Array.isArray(page) || page.length < Number(limit)) return {};
      const last: unknown = page.at(-1);
      const place = isRecord(last) ? ownValue(last, goesOnBy) : undefined;
      return typeof place === "string"
        ? { [NEXT_CURSOR]: cursors.write({ route, input }, place) }
        : {};
    },
  };
}

// Where a list goes on, as a word that only we can write. It is tied to who asked and for what, and it runs out.

const LIFE_MS = 24 * 3_600_000;

/** What a cursor may be used with: the route, and its whole input but for the place in the list. */
type Listing = Readonly<{ route: string; input: Readonly<Record<string, unknown>> }>;

interface Cursors {
  /** Goes on after this id. */
  write(listing: Listing, after: string): string;
  /** The id to go on after. */
  read(listing: Listing, cursor: unknown): string;
}

export function createCursors(secret: string | undefined, now: () => Date): Cursors {
  const key = secret ?? randomBytes(32);
  const sign = (payload: string) => createHmac("sha256", key).update(payload).digest("base64url");
  return {
    write: (listing, after) => {
      const until = now().getTime() + LIFE_MS;
      const content = JSON.stringify({ after, until, of: listingHash(listing) });
      const payload = Buffer.from(content).toString("base64url");
      return `${payload}.${sign(payload)}`;
    },
    read: (listing, cursor) => {
      const [payload = "", signature = ""] = String(cursor).split(".");
      if (!isEqual(sign(payload), signature)) throw bad();
      const content: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
      if (!isRecord(content) || content["of"] !== listingHash(listing)) throw bad();
      if (Number(content["until"]) <= now().getTime()) throw bad();
      return String(content["after"]);
    },
  };
}

function bad() {
  return refusal("bad_cursor", "That cursor is not of this list, or has run out; start again.");
}

/** The number of items may differ from page to page. */
function listingHash({ route, input }: Listing): string {
  const { after: _after, cursor: _cursor, limit: _limit, ...rest } = input;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([route, sorted]))
    .digest("base64url");
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

// The version of a memory as an entity tag: a reader can ask whether it changed, a writer can insist that it did not.

/** Only a memory has a version of its own. */
function versionHeaders(value: unknown): Headers {
  return isRecord(value) && typeof value["version"] === "number" && typeof value["id"] === "string"
    ? { etag: `"${value["version"]}"` }
    : {};
}

/** The version that `If-Match` insists on. */
function requiredVersion(header: unknown, takesVersion: boolean): number | undefined {
  if (header === undefined || header === "*") return undefined;
  if (!takesVersion) throw refusal("bad_request", "`If-Match` is not understood here.");
  const [, version] = /^"(\d{1,15})"$/.exec(String(header)) ?? [];
  // Weak or foreign tags are never equal to ours.
  if (version === undefined) throw unmatched();
  return Number(version);
}

function unmatched() {
  return refusal("precondition_failed", "It has changed since the version that `If-Match` names.");
}

function isUnchanged(ifNoneMatch: unknown, { etag }: Headers): boolean {
  if (typeof ifNoneMatch !== "string" || etag === undefined) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
