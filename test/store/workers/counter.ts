// Adds one to a shared number again and again: a read, then a write of what was read plus one, in one transaction.
// `node --import tsx counter.ts <file> <immediate|deferred> <rounds>`; starts when told to on standard input.

import { once } from "node:events";
import { stdin, stdout } from "node:process";
import { DatabaseSync } from "@photostructure/sqlite";
import { MemoryError } from "../../../src/errors.ts";
import { number } from "../../../src/store/columns.ts";
import { first, run, type Step } from "../../../src/store/database.ts";
import { openSqliteDatabase } from "../../../src/store/sqlite/sqlite-database.ts";

type Tally = { done: number; busy: number };

const READ = "SELECT value FROM counter";
const WRITE = "UPDATE counter SET value = ?";

function* addOne(): Step<void> {
  const row = yield* first(READ, []);
  yield* run(WRITE, [(row === undefined ? 0 : number(row, "value")) + 1]);
}

async function throughTheStore(path: string): Promise<() => Promise<void>> {
  const db = await openSqliteDatabase({ path, durability: "normal" });
  return () => db.write(addOne);
}

/** What the store must not do: a transaction that reads first and asks for the write lock only when it writes. */
async function withPlainBegin(path: string): Promise<() => Promise<void>> {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA busy_timeout = 10000");
  const read = db.prepare(READ);
  const write = db.prepare(WRITE);
  return async () => {
    db.exec("BEGIN");
    try {
      write.run(Number(read.get()?.["value"]) + 1);
      db.exec("COMMIT");
    } catch (thrown) {
      db.exec("ROLLBACK");
      throw thrown;
    }
  };
}

const [path = "", mode = "", rounds = "0"] = process.argv.slice(2);
const act = await (mode === "immediate" ? throughTheStore(path) : withPlainBegin(path));
stdout.write("ready\n");
await once(stdin, "data");
const tally: Tally = { done: 0, busy: 0 };
for (let round = 0; round < Number(rounds); round++) {
  try {
    await act();
    tally.done += 1;
  } catch (thrown) {
    const isBusy = thrown instanceof MemoryError || /locked|busy/i.test(String(thrown));
    if (!isBusy) throw thrown;
    tally.busy += 1;
  }
}
stdout.write(`${JSON.stringify(tally)}\n`);
process.exit(0);
