// Writes memories until it is killed, and says on standard output which of them were acknowledged.
// `node --import tsx writer.ts <file> <round>`

import { writeSync } from "node:fs";
import { openSqliteStore } from "../../../src/store/sqlite/open-sqlite.ts";
import { changes, create, embed, keep, revise } from "../../support/store-conformance/samples.ts";

const [path = "", round = "0"] = process.argv.slice(2);
const store = await openSqliteStore({
  path,
  durability: "normal",
  keepsFiles: true,
  now: () => new Date(0),
});

/** Written synchronously, so that none waits in a buffer of ours. The pipe does not block: a full one is tried again. */
function acknowledge(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "EAGAIN") throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

for (let n = 0; ; n++) {
  const id = `r${round}-${n}`;
  const text = `green tea number ${n} of round ${round}`;
  await store.commit(changes(create({ id, text }), embed(id, [1, n]), keep({ id, text })));
  acknowledge(`${id} 1`);
  if (n % 3 !== 0) continue;
  await store.commit(changes(revise({ id, version: 2, text: `black tea ${n}` })));
  acknowledge(`${id} 2`);
}
