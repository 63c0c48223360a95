// Keeps the screen current: every line of the event stream makes what is shown be asked again, at most once a second.

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { followEvents, type StreamState } from "./event-stream.ts";
import { isPreview } from "./preview.ts";
import { useSession, useSignedIn } from "./session.tsx";

const SETTLE_MS = 1_000;
/** A long list is not taken away under a reader; it offers to be loaded again. */
export const NOT_REFRESHED = "long-list";

type Live = Readonly<{ state: StreamState; since: Date; changes: number }>;

const LiveContext = createContext<Live>({ state: "connecting", since: new Date(), changes: 0 });

export function LiveProvider({ children }: Readonly<{ children: ReactNode }>) {
  const { key } = useSignedIn();
  const { signOut } = useSession();
  const queries = useQueryClient();
  const [live, setLive] = useState<Live>({ state: "connecting", since: new Date(), changes: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const refresh = () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void queries.invalidateQueries({
          predicate: (query) => query.queryKey[0] !== NOT_REFRESHED && !isPreview(query),
        });
        setLive((before) => ({ ...before, changes: before.changes + 1 }));
      }, SETTLE_MS);
    };
    let wasLive = false;
    const stop = followEvents(key, {
      state: (state) => {
        if (state === "ended") return signOut("Your session has ended. Sign in again.");
        // What happened while the line was down was told to nobody.
        if (state === "live" && wasLive) refresh();
        wasLive ||= state === "live";
        setLive((before) => ({ ...before, state, since: new Date() }));
      },
      activity: refresh,
      resync: refresh,
    });
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [key, queries, signOut]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  return useContext(LiveContext);
}
