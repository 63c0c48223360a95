// A framed part of a page, with or without a heading.

import type { ReactNode } from "react";
import { classes } from "./class-names.ts";

type CardProps = Readonly<{
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  /** The content reaches the frame, as a table or a list does. */
  isFlush?: boolean;
}>;

export function Card({ title, note, actions, children, className, isFlush = false }: CardProps) {
  return (
    <section
      className={classes(
        "flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift",
        className,
      )}
    >
      {title !== undefined && (
        <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2">
          <h2 className="font-semibold text-sm">{title}</h2>
          {note !== undefined && <span className="text-ink-faint text-xs">{note}</span>}
          {actions !== undefined && (
            <div className="ml-auto flex items-center gap-2">{actions}</div>
          )}
        </header>
      )}
      <div className={isFlush ? "min-w-0" : "min-w-0 p-4"}>{children}</div>
    </section>
  );
}
