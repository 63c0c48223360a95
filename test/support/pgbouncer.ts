// A PgBouncer of our own in front of the server that DATABASE_URL names, in transaction mode: two transactions of one
// client may run on two sessions of the server, and two clients share one. CI installs it.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export type Pooler = Readonly<{ url: string; close(): Promise<void> }>;

export function hasPgbouncer(): boolean {
  return spawnSync("pgbouncer", ["--version"]).status === 0;
}

/** `sessions`: how many of the server all clients share. The role needs no password. */
export async function startPooler(
  server: string,
  { role, sessions }: Readonly<{ role: string; sessions: number }>,
): Promise<Pooler> {
  const { hostname, port } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), "mneme-pgbouncer-"));
  chmodSync(folder, 0o755);
  const ours = await freePort();
  writeFileSync(join(folder, "users.txt"), `"${role}" ""\n`);
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ours}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 200
`,
  );
  const isRoot = process.getuid?.() === 0;
  // It refuses to run as root.
  const asUser = isRoot ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", ["-q", ...asUser, join(folder, "pgbouncer.ini")], {
    stdio: "ignore",
  });
  const url = new URL(server);
  url.port = String(ours);
  url.username = role;
  await answering(url.href);
  return {
    url: url.href,
    close: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return address.port;
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query("SELECT 1");
      return;
    } catch (thrown) {
      if (attempt > 100) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
