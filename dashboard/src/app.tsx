// The whole application: what surrounds every page, and whether someone is signed in.

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
import { MemoryError } from "../../src/errors.ts";
import { LiveProvider } from "./api/live.tsx";
import { SessionProvider, SignedInProvider, useSession } from "./api/session.tsx";
import { useHashPath, useHashSearch } from "./shell/hash-location.ts";
import { Shell } from "./shell/shell.tsx";
import { SignIn } from "./shell/sign-in.tsx";
import { Failure, SkeletonLines } from "./ui/states.tsx";
import { ToastProvider } from "./ui/toast.tsx";

const FRESH_MS = 5_000;
const FIRST_RETRY_MS = 300;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      // What was refused once is refused again; only a server that is away may come back.
      retry: (count, error) => count < 2 && error instanceof MemoryError && error.retryable,
      retryDelay: (count) => FIRST_RETRY_MS * 2 ** count,
    },
  },
});

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Router hook={useHashPath} searchHook={useHashSearch}>
        <SessionProvider>
          <ToastProvider>
            <Entrance />
          </ToastProvider>
        </SessionProvider>
      </Router>
    </QueryClientProvider>
  );
}

function Entrance() {
  const { state, retry } = useSession();
  switch (state.type) {
    case "checking":
      return (
        <main className="mx-auto max-w-md pt-32">
          <SkeletonLines count={3} />
        </main>
      );
    case "out":
      return <SignIn reason={state.reason} />;
    case "unreachable":
      return (
        <main className="pt-24">
          <Failure error={new Error("The server cannot be reached.")} retry={retry} />
        </main>
      );
    case "in":
      return (
        <SignedInProvider value={state}>
          <LiveProvider>
            <Shell />
          </LiveProvider>
        </SignedInProvider>
      );
  }
}
