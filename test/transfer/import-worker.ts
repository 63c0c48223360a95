// Imports a file into a store on disk, telling after each batch how far it has come; to be killed while it does.

import { createMemory } from "../../src/index.ts";
import { importOf } from "./input.ts";

const [path = "", file = ""] = process.argv.slice(2);
const memory = await createMemory({ path, upkeep: false });
await memory.transfer.import(
  importOf(file, {
    everyTenant: true,
    onProgress: ({ records }) => process.stdout.write(`${records}\n`),
  }),
);
await memory.close();
