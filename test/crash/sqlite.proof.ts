// The crash matrix on SQLite (R-DUR-1 to R-DUR-6).

import { join } from "node:path";
import { MIGRATIONS } from "../../src/store/schema/migrations.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite.ts";
import { describeCrashes } from "./matrix.ts";

describeCrashes("SQLite", {
  database: "sqlite",
  open: async (folder, soil) => {
    const path = join(folder, "memory.db");
    if (soil === "old") {
      const migrations = MIGRATIONS.slice(0, 1);
      const now = () => new Date(0);
      const options = { path, durability: "normal", keepsFiles: true, now, migrations } as const;
      await (await openSqliteStore(options)).close();
    }
    return { at: path, close: async () => undefined };
  },
});
