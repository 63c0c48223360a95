// Who is signed in: a key pasted for this tab, or the cookie that a one-time link left. Everything below a signed-in
// session can take its client and its role for granted.

import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import type { Client } from "../../../src/surfaces/client/create-client.ts";
import { connect } from "./connection.ts";
import { closeSession, type Who, whoAmI } from "./who-am-i.ts";

const KEY_PLACE = "mneme.key";

export type SessionState =
  | Readonly<{ type: "checking" }>
  | Readonly<{ type: "out"; reason: string | undefined }>
  | Readonly<{ type: "unreachable" }>
  | Readonly<{ type: "in"; key: string | undefined; who: Who; client: Client }>;

export type Session = Readonly<{
  state: SessionState;
  signIn: (key: string) => Promise<void>;
  signOut: (reason?: string) => void;
  retry: () => void;
}>;

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: Readonly<{ children: ReactNode }>) {
  const [state, setState] = useState<SessionState>({ type: "checking" });
  const queries = useQueryClient();
  const enter = useCallback(async (key: string | undefined) => {
    setState(await entered(key));
  }, []);
  useEffect(() => {
    void enter(sessionStorage.getItem(KEY_PLACE) ?? undefined);
  }, [enter]);
  const session = useMemo<Session>(
    () => ({
      state,
      signIn: async (key) => {
        const next = await entered(key);
        if (next.type === "in") sessionStorage.setItem(KEY_PLACE, key);
        setState(next);
      },
      signOut: (reason) => {
        sessionStorage.removeItem(KEY_PLACE);
        if (state.type === "in" && reason === undefined) void closeSession(state.who);
        queries.clear();
        setState({ type: "out", reason });
      },
      retry: () => {
        setState({ type: "checking" });
        void enter(sessionStorage.getItem(KEY_PLACE) ?? undefined);
      },
    }),
    [state, enter, queries],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

async function entered(key: string | undefined): Promise<SessionState> {
  const answer = await whoAmI(key);
  switch (answer.type) {
    case "known":
      return { type: "in", key, who: answer.who, client: connect({ key, csrf: answer.who.csrf }) };
    case "refused":
      return { type: "out", reason: key === undefined ? undefined : answer.reason };
    case "unreachable":
      return { type: "unreachable" };
  }
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("useSession is used outside SessionProvider.");
  return session;
}

export type SignedIn = Extract<SessionState, { type: "in" }>;

const SignedInContext = createContext<SignedIn | undefined>(undefined);
export const SignedInProvider = SignedInContext.Provider;

/** Only below the shell, which is not drawn before someone is signed in. */
export function useSignedIn(): SignedIn {
  const state = useContext(SignedInContext);
  if (state === undefined) throw new Error("Nobody is signed in here.");
  return state;
}
