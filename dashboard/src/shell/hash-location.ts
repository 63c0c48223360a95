// Addresses behind the `#`, so that the page works wherever it is served from and without help from the server.

import { useSyncExternalStore } from "react";
import type { BaseLocationHook, BaseSearchHook } from "wouter";

function current(): string {
  return location.hash.replace(/^#?\/?/, "/");
}

function subscribe(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  addEventListener("popstate", changed);
  return () => {
    removeEventListener("hashchange", changed);
    removeEventListener("popstate", changed);
  };
}

export function go(to: string, { replace = false }: Readonly<{ replace?: boolean }> = {}): void {
  const address = `${location.pathname}${location.search}#${to}`;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

const usePath = () => useSyncExternalStore(subscribe, () => current().split("?")[0] ?? "/");

export const useHashPath: BaseLocationHook = Object.assign(
  (): [string, typeof go] => [usePath(), go],
  { hrefs: (href: string) => `#${href}` },
);

export const useHashSearch: BaseSearchHook = () =>
  useSyncExternalStore(subscribe, () => current().split("?")[1] ?? "");
