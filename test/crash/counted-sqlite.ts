// Stands in for the SQLite driver when the crash worker is bundled: the same driver, with a counter on every statement.

import { createRequire } from "node:module";
import type { Crossings } from "./crossings.ts";

type Driver = { DatabaseSync: new (...args: unknown[]) => object };

const counting: { by: Crossings | undefined } = { by: undefined };

export function countSqlite(crossings: Crossings): void {
  counting.by = crossings;
}

const RUN = new Set<string | symbol>(["run", "all", "get"]);

export const DatabaseSync = new Proxy(
  (createRequire(import.meta.url)("@photostructure/sqlite") as Driver).DatabaseSync,
  {
    construct: (driver, args: unknown[]) => {
      const connection = new driver(...args);
      return watched(connection, (name, call) => {
        if (name === "exec") return (sql: unknown) => counted(sql, () => call(sql));
        if (name !== "prepare") return call;
        return (sql: unknown) =>
          watched(Object(call(sql)), (method, act) =>
            RUN.has(method) ? (...values) => counted(sql, () => act(...values)) : act,
          );
      });
    },
  },
);

type Call = (...args: unknown[]) => unknown;

/** The object itself, with some of its methods in other hands; the driver insists on its own `this`. */
function watched(target: object, method: (name: string | symbol, call: Call) => Call): object {
  return new Proxy(target, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== "function") return value;
      return method(name, (...args) => Reflect.apply(value, of, args));
    },
  });
}

function counted(sql: unknown, act: () => unknown): unknown {
  const label = `sql ${String(sql).trim().replaceAll(/\s+/g, " ").slice(0, 60)}`;
  return counting.by === undefined ? act() : counting.by.now(label, act);
}
