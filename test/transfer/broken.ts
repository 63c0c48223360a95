// Records of a source as they are read, and a file that is broken in every way.

import type { Format } from "../../src/model/transfer-format.ts";
import { openForeignPostgres } from "../../src/store/transfer/foreign-postgres.ts";
import { openForeignDatabase } from "../../src/store/transfer/foreign-sqlite.ts";
import { formatOf } from "../../src/transfer/formats.ts";
import type { ImportRecord } from "../../src/transfer/record.ts";
import { openSource } from "../../src/transfer/source/open-source.ts";
import { chatGptConversation, collected, importOf } from "./support.ts";

const OPTIONS = importOf("").options;
export const FACT = [{ id: "a1", memory: "Ana keeps bees.", user_id: "u1" }];

export async function recordsOf(path: string, format?: Format): Promise<readonly ImportRecord[]> {
  const source = await openSource({ path });
  const asked = format === undefined ? { options: OPTIONS } : { format, options: OPTIONS };
  const { records } = await formatOf(source, asked, {
    openForeign: openForeignDatabase,
    openForeignServer: openForeignPostgres,
  });
  return collected(records);
}

/** Broken in every way that item 118 names, in one file. */
export const BROKEN = [
  chatGptConversation("good", [{ role: "user", text: "I keep bees behind the house." }]),
  chatGptConversation("good", [{ role: "user", text: "I keep bees behind the house." }]),
  {
    conversation_id: "circle",
    current_node: "a",
    mapping: {
      a: {
        id: "a",
        parent: "b",
        message: {
          author: { role: "user" },
          create_time: null,
          content: { content_type: "text", parts: ["I have a boat."] },
        },
      },
      b: {
        id: "b",
        parent: "a",
        message: {
          author: { role: "assistant" },
          content: { content_type: "text", parts: ["Nice."] },
        },
      },
    },
  },
  {
    conversation_id: "timeless",
    mapping: {
      a: { id: "a", message: { author: { role: "user" }, content: { parts: ["I have a dog."] } } },
    },
  },
  { conversation_id: "empty" },
  "a string",
  12,
  null,
  [],
];
