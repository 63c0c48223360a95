// A transport that knows which requests still wait for their answer.

import { isJSONRPCRequest, type RequestId, type Transport } from "@modelcontextprotocol/server";

type Answering = Readonly<{
  transport: Transport;
  /** Resolves when every request has its answer, or when the time is up. */
  answered: (withinMs: number) => Promise<void>;
}>;

export function answering(inner: Transport): Answering {
  const waiting = new Set<RequestId>();
  const listeners = new Set<() => void>();
  const transport: Transport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        if (isJSONRPCRequest(message)) waiting.add(message.id);
        transport.onmessage?.(message, extra);
      };
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onclose = () => transport.onclose?.();
      return inner.start();
    },
    send: async (message, options) => {
      await inner.send(message, options);
      if (!("method" in message) && message.id !== undefined) waiting.delete(message.id);
      if (waiting.size === 0) for (const tell of listeners) tell();
    },
    close: () => inner.close(),
  };
  const answered = async (withinMs: number) => {
    if (waiting.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      listeners.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  };
  return { transport, answered };
}
