// PGlite behind a socket, for code that connects to PostgreSQL by address. One connection at a time, as PGlite has one session.

import { createServer, type Socket } from "node:net";
import { PGlite } from "@electric-sql/pglite";

export type PgliteServer = Readonly<{ url: string; db: PGlite; close(): Promise<void> }>;

/** Of the first message in it; Infinity while its length is not there yet. */
function endOf(data: Buffer, isTyped: boolean): number {
  const at = isTyped ? 1 : 0;
  return data.length < at + 4 ? Number.POSITIVE_INFINITY : at + data.readInt32BE(at);
}

export async function pgliteServer(): Promise<PgliteServer> {
  const db = await PGlite.create();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    let turn = Promise.resolve();
    let rest = Buffer.alloc(0);
    let hasBegun = false;
    socket.on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      // PGlite wants whole messages; the first one has no type before its length.
      for (let end = endOf(rest, hasBegun); end <= rest.length; end = endOf(rest, hasBegun)) {
        const message = rest.subarray(0, end);
        rest = rest.subarray(end);
        hasBegun = true;
        turn = turn.then(async () => {
          socket.write(await db.execProtocolRaw(message));
        });
      }
    });
    socket.on("error", () => undefined);
    // What a client left open when it died ends with it, as on a server.
    socket.on("close", () => {
      open.delete(socket);
      turn = turn.then(async () => {
        if (!db.closed) await db.exec("ROLLBACK");
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    db,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await db.close();
    },
  };
}
