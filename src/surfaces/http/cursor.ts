// Where a list goes on, as a word that only we can write. It is tied to who asked and for what, and it runs out.

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { refusal } from "./problem.ts";
import { isRecord } from "./record.ts";

const LIFE_MS = 24 * 3_600_000;

/** What a cursor may be used with: the route, and its whole input but for the place in the list. */
export type Listing = Readonly<{ route: string; input: Readonly<Record<string, unknown>> }>;

export interface Cursors {
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
