// Stands between a client and a server, and can stop forwarding without a word, as a network does when it fails.

import { createConnection, createServer, type Socket } from "node:net";

export type Proxy = Readonly<{
  port: number;
  /** Nothing goes through any more, and nobody is told. */
  freeze: () => void;
  thaw: () => void;
  /** Every connection ends at once, as when the server is restarted. */
  cut: () => void;
  close: () => Promise<void>;
}>;

export async function tcpProxy(host: string, port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = createConnection({ host, port });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => {
        if (!isFrozen) to.write(bytes);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
    },
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
