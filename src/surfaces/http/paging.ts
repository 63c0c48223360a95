// Goes on in a list by a cursor. The page is the same as the library's; where it goes on is in a header.

import type { z } from "zod";
import type { Cursors } from "./cursor.ts";
import { fieldsOf, inputSchema, propertiesOf } from "./input-schema.ts";
import { isRecord } from "./record.ts";
import type { Headers } from "./route.ts";

const NEXT_CURSOR = "mneme-next-cursor";

type Input = Readonly<Record<string, unknown>>;

export interface Paging {
  readonly isPaged: boolean;
  /** The input with the cursor read. */
  goOn(input: Input): Input;
  next(input: Input, page: unknown): Headers;
}

type Listed = Readonly<{ name: string; input: z.ZodType; goesOnBy?: string }>;

/** A list is an operation that goes on `after` an id. */
export function createPaging(listed: Listed, cursors: Cursors): Paging {
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
      const place = isRecord(last) ? last[goesOnBy] : undefined;
      return typeof place === "string"
        ? { [NEXT_CURSOR]: cursors.write({ route, input }, place) }
        : {};
    },
  };
}
