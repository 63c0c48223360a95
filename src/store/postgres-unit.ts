// Several statements that go to PostgreSQL as one message and are answered by one. After a failure the server skips what
// is left of them, so none is carried out on the ground of one that was not. Speaks the protocol through the driver's
// own connection, as its cursors do.

import pg from "pg";
import type { Value } from "./database.ts";

/** Under its name the connection keeps it, and its plan; without one it is made anew each time. */
export type Statement = Readonly<{ text: string; name: string; values: readonly Value[] }>;
export type Answered = Readonly<{ rows: Record<string, unknown>[]; rowCount: number | null }>;

/** By name: whether the connection surely holds it, or perhaps. */
type Prepared = Map<string, "surely" | "perhaps">;

/** Takes a query of the driver's for one connection. */
type Submit = (query: pg.Submittable) => void;

/** Asks units of one connection, which remembers what was prepared on it. */
export function unitsOf(
  submit: Submit,
): (statements: readonly Statement[], isPatient: boolean) => Promise<readonly Answered[]> {
  const prepared: Prepared = new Map();
  return async (statements, isPatient) => {
    try {
      const results = await ask({ submit, isPatient }, (connection) =>
        write(connection, statements, prepared),
      );
      for (const { name } of statements) if (name !== "") prepared.set(name, "surely");
      return results;
    } catch (thrown) {
      for (const { name } of statements) doubt(prepared, name);
      throw thrown;
    }
  };
}

/** The driver gives one by itself and several as a list. */
type Results = Answered | readonly Answered[];

/** The longest that a timer can wait: 24 days. */
const FOREVER_MS = 2 ** 31 - 1;

function ask(
  { submit, isPatient }: Readonly<{ submit: Submit; isPatient: boolean }>,
  writeTo: (connection: pg.Connection) => void,
): Promise<readonly Answered[]> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query("", [], (failure: unknown, results?: Results) => {
      if (results === undefined) reject(failure);
      else resolve("rows" in results ? [results] : results);
    });
    query.submit = writeTo;
    submit(isPatient ? Object.assign(query, { query_timeout: FOREVER_MS }) : query);
  });
}

/** What was prepared before a failure is there, what would have been after it is not, and nobody says which is which. */
function doubt(prepared: Prepared, name: string): void {
  if (name !== "" && prepared.get(name) !== "surely") prepared.set(name, "perhaps");
}

/** A parameter of the driver's older versions. */
const MORE = true;

/** Held back until it is whole: each write to the socket costs as much as a small statement. */
function write(
  connection: pg.Connection,
  statements: readonly Statement[],
  prepared: Prepared,
): void {
  connection.stream.cork();
  try {
    const parsed = new Set<string>();
    for (const { text, name, values } of statements) {
      if (prepared.get(name) !== "surely" && !parsed.has(name)) {
        if (prepared.get(name) === "perhaps") connection.close({ type: "S", name }, MORE);
        connection.parse({ name, text, types: [] }, MORE);
      }
      if (name !== "") parsed.add(name);
      connection.bind({ statement: name, values: values.map(onTheWire) }, MORE);
      connection.describe({ type: "P" }, MORE);
      connection.execute(null, MORE);
    }
    connection.sync();
  } finally {
    connection.stream.uncork();
  }
}

function onTheWire(value: Value): string | Buffer | null {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
