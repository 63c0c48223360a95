// The number under which an act stands in the audit trail, for who may read the trail; for everyone else, nothing.

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "wouter";
import { useSession } from "./session.tsx";

/** An erased person is no longer found by name, so an erasure is found by its act alone. */
export type AuditedAct = Readonly<{ act: string; target?: string }>;

export function AuditNumber({ of }: Readonly<{ of: AuditedAct }>) {
  const { state } = useSession();
  const shown = useId();
  const client = state.type === "in" && state.who.may.includes("operate") && state.client;
  const { data } = useQuery({
    queryKey: ["audit number", of, shown],
    queryFn: async () => {
      const entries = client === false ? [] : await client.audit({ ...of, newest: true, limit: 1 });
      return entries[0]?.seq ?? null;
    },
    enabled: client !== false,
    // Reading the trail is on the trail: each confirmation asks once, and the next of the same kind asks anew.
    staleTime: "static",
    gcTime: 0,
  });
  if (data === undefined || data === null) return null;
  return (
    <Link href={`/audit?no=${data}`} className="number text-accent text-xs hover:underline">
      Audit no. {data}
    </Link>
  );
}
