// The navigation of phones: the pages used most below, everything else in a sheet.

import { LogOut, Menu, Search } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useSession, useSignedIn } from "../api/session.tsx";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/class-names.ts";
import { Dialog } from "../ui/dialog.tsx";
import { LiveBadge } from "./live-badge.tsx";
import { PAGES, type PageLink, PHONE_PAGES } from "./pages.ts";
import { isCurrent } from "./sidebar.tsx";
import { ThemeButton } from "./theme-button.tsx";

export function PhoneNavigation({ openPalette }: Readonly<{ openPalette: () => void }>) {
  const [isOpen, setOpen] = useState(false);
  const { who } = useSignedIn();
  const allowed = PAGES.filter(({ needs }) => who.may.includes(needs));
  const first = allowed.filter(({ path }) => PHONE_PAGES.includes(path));
  const close = () => setOpen(false);
  return (
    <nav
      aria-label="Pages on a small screen"
      className="fixed inset-x-0 bottom-0 z-20 flex border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {first.map((page) => (
        <PhoneLink key={page.path} page={page} />
      ))}
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-2xs text-ink-soft"
      >
        <Menu size={20} aria-hidden />
        More
      </button>
      {isOpen && (
        <More
          pages={allowed.filter(({ path }) => !PHONE_PAGES.includes(path))}
          close={close}
          openPalette={() => {
            close();
            openPalette();
          }}
        />
      )}
    </nav>
  );
}

function PhoneLink({ page: { path, name, icon: Icon } }: Readonly<{ page: PageLink }>) {
  const [location] = useLocation();
  const isHere = isCurrent(path, location);
  return (
    <Link
      href={path}
      {...(isHere ? { "aria-current": "page" } : {})}
      className={classes(
        "flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-2xs",
        isHere ? "font-medium text-accent" : "text-ink-soft",
      )}
    >
      <Icon size={20} aria-hidden />
      <span className="max-w-full truncate px-1">{name.split(" ")[0]}</span>
    </Link>
  );
}

type MoreProps = Readonly<{
  pages: readonly PageLink[];
  close: () => void;
  openPalette: () => void;
}>;

function More({ pages, close, openPalette }: MoreProps) {
  const { who } = useSignedIn();
  const { signOut } = useSession();
  return (
    <Dialog title={who.tenant} close={close} shape="sheet" actions={<ThemeButton />}>
      <div className="grid grid-cols-2 gap-2">
        {pages.map(({ path, name, icon: Icon }) => (
          <Link
            key={path}
            href={path}
            onClick={close}
            className="flex h-11 items-center gap-2.5 rounded-md border border-line px-3 text-sm"
          >
            <Icon size={16} aria-hidden className="shrink-0 text-ink-faint" />
            <span className="truncate">{name}</span>
          </Link>
        ))}
      </div>
      <div className="mt-4 flex items-center justify-between gap-2">
        <LiveBadge />
        <div className="flex gap-2">
          <Button size="sm" icon={<Search size={14} aria-hidden />} onClick={openPalette}>
            Go to…
          </Button>
          <Button size="sm" icon={<LogOut size={14} aria-hidden />} onClick={() => signOut()}>
            Sign out
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
