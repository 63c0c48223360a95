// A route for every operation. Nothing is decided here: the input goes to the engine, what it gives goes back.

import { MemoryError } from "../../errors.ts";
import type { MemoryEngine } from "../../operations/engine.ts";
import { OPERATIONS } from "../../operations/operations.ts";
import type { Cursors } from "./cursor.ts";
import { fieldsOf } from "./input-schema.ts";
import { createPaging } from "./paging.ts";
import type { Answer, Asked, Headers, Route } from "./route.ts";
import { isUnchanged, requiredVersion, unmatched, versionHeaders } from "./versions.ts";

type OperationName = keyof typeof OPERATIONS;
export type OperationDeps = Readonly<{ engine: MemoryEngine; cursors: Cursors }>;

export function operationRoutes(deps: OperationDeps): readonly Route[] {
  const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);
  return names.map((name) => operationRoute(name, deps));
}

export function operationRoute(name: OperationName, { engine, cursors }: OperationDeps): Route {
  const described = OPERATIONS[name];
  const { summary, access, http, input, output, modelCalls = 0, isFile = false } = described;
  const call: (input: never) => Promise<unknown> = engine[name];
  const takesVersion = fieldsOf(input).has("ifVersion");
  const paging = createPaging(described, cursors);
  const run = async (asked: Asked) => {
    const ifVersion = requiredVersion(asked.headers["if-match"], takesVersion);
    const given = {
      ...paging.goOn(asked.input),
      ...(ifVersion === undefined ? {} : { ifVersion }),
    };
    const result = await call(given as never).catch((thrown) => {
      throw ifVersion !== undefined && isConflict(thrown) ? unmatched() : thrown;
    });
    return answer(result, asked, { ...versionHeaders(result), ...paging.next(given, result) });
  };
  const queryFields = paging.isPaged ? ["cursor"] : [];
  return {
    ...{ name, summary, access, ...http, input, output, queryFields, isFile, run },
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
