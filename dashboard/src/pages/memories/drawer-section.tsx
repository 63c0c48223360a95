// A titled part of the drawer.

import type { ReactNode } from "react";

type SectionProps = Readonly<{ title: string; note?: ReactNode; children: ReactNode }>;

export function DrawerSection({ title, note, children }: SectionProps) {
  return (
    <section>
      <h3 className="mb-2.5 flex items-baseline gap-2 font-semibold text-sm">
        {title}
        {note !== undefined && <span className="font-normal text-ink-faint text-xs">{note}</span>}
      </h3>
      {children}
    </section>
  );
}
