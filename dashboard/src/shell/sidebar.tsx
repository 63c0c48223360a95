// The navigation of large screens, and who is signed in below it.

import { LogOut, Search } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useAsk } from "../api/ask.ts";
import { useSession, useSignedIn } from "../api/session.tsx";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/class-names.ts";
import { LiveBadge } from "./live-badge.tsx";
import { PAGE_GROUPS, type PageLink } from "./pages.ts";
import { ThemeButton } from "./theme-button.tsx";
import { Wordmark } from "./wordmark.tsx";

export function Sidebar({ openPalette }: Readonly<{ openPalette: () => void }>) {
  const { who } = useSignedIn();
  const { signOut } = useSession();
  return (
    <aside className="thin-scroll sticky top-0 hidden h-dvh w-60 shrink-0 flex-col overflow-y-auto border-line border-r bg-canvas md:flex">
      <div className="px-5 pt-5 pb-4">
        <Wordmark />
      </div>
      <div className="px-3 pb-3">
        <button
          type="button"
          onClick={openPalette}
          className="flex h-9 w-full items-center gap-2 rounded-md border border-line bg-surface px-3 text-ink-faint text-sm shadow-lift hover:border-line-strong"
        >
          <Search size={15} aria-hidden />
          <span className="flex-1 text-left">Go to…</span>
          <kbd className="font-mono text-2xs">⌘K</kbd>
        </button>
      </div>
      <nav aria-label="Pages" className="flex-1 space-y-5 px-3 py-2">
        {PAGE_GROUPS.map(({ title, pages }) => (
          <div key={title}>
            <p className="px-2.5 pb-1.5 font-medium text-2xs text-ink-faint">{title}</p>
            {pages
              .filter(({ needs }) => who.may.includes(needs))
              .map((page) => (
                <SideLink key={page.path} page={page} />
              ))}
          </div>
        ))}
      </nav>
      <footer className="space-y-2 border-line border-t p-3">
        <div className="flex items-center justify-between px-1">
          <LiveBadge />
          <ThemeButton />
        </div>
        <div className="flex items-center gap-2 rounded-md pl-3">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium text-sm">{who.tenant}</p>
            <p className="truncate text-ink-faint text-xs">{who.agent ?? who.role}</p>
          </div>
          <IconButton label="Sign out" onClick={() => signOut()}>
            <LogOut size={16} aria-hidden />
          </IconButton>
        </div>
      </footer>
    </aside>
  );
}

export function isCurrent(path: string, location: string): boolean {
  return path === "/" ? location === "/" : location === path || location.startsWith(`${path}/`);
}

function SideLink({ page: { path, name, icon: Icon } }: Readonly<{ page: PageLink }>) {
  const [location] = useLocation();
  const isHere = isCurrent(path, location);
  return (
    <Link
      href={path}
      {...(isHere ? { "aria-current": "page" } : {})}
      className={classes(
        "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm",
        isHere
          ? "bg-accent-soft font-medium text-accent"
          : "text-ink-soft hover:bg-sunken hover:text-ink",
      )}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="flex-1 truncate">{name}</span>
      {path === "/review" && <Waiting />}
    </Link>
  );
}

/** How many reviews wait; a list has at most two hundred. */
export function Waiting() {
  const { data } = useAsk("review", { limit: 200 });
  if (data === undefined || data.length === 0) return null;
  return (
    <span className="number rounded-full bg-accent px-1.5 font-semibold text-2xs text-on-accent leading-4">
      {data.length === 200 ? "200+" : data.length}
    </span>
  );
}
