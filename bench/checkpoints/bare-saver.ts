// The least that a checkpoint can cost: its JSON as one row, by the same driver with the same settings.

import { driver } from "../../src/store/sqlite/sqlite-database.ts";
import { SETTINGS } from "../adds/bare-insert.ts";
import type { Saver } from "../checkpoints.ts";

export async function bareSaver(path: string): Promise<Saver> {
  const { DatabaseSync } = await driver();
  const db = new DatabaseSync(path);
  for (const setting of SETTINGS) db.exec(`PRAGMA ${setting}`);
  db.exec("CREATE TABLE checkpoints (seq INTEGER PRIMARY KEY, data text NOT NULL)");
  const insert = db.prepare("INSERT INTO checkpoints (data) VALUES (?)");
  const last = db.prepare("SELECT data FROM checkpoints ORDER BY seq DESC LIMIT 1");
  return {
    name: "bare row",
    put: async (config, checkpoint, metadata) => {
      insert.run(JSON.stringify({ checkpoint, metadata }));
      return config;
    },
    getTuple: async () => JSON.parse(String(last.get()?.["data"])),
    close: async () => db.close(),
  };
}
