// The frame of one page: its name, a line about it, what can be done, and the content.

import { type ReactNode, useEffect } from "react";
import { classes } from "../ui/class-names.ts";

type PageProps = Readonly<{
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Fills the window and scrolls inside, as a long table does. */
  isFull?: boolean;
}>;

export function Page({ title, about, actions, children, isFull = false }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Mneme`;
  }, [title]);
  return (
    <div
      className={classes(
        "mx-auto w-full max-w-[1600px] px-4 md:px-8",
        isFull ? "flex h-[calc(100dvh-5rem)] flex-col pb-3 md:h-dvh md:pb-6" : "pb-12",
      )}
    >
      <header className="flex shrink-0 flex-wrap items-end gap-x-4 gap-y-3 pt-5 pb-4 md:pt-8 md:pb-6">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {about !== undefined && <p className="mt-0.5 text-ink-soft text-sm">{about}</p>}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}
