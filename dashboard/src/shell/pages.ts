// Every page there is: where it is found, what it is called, and what a role must be able to do to use it.

import {
  Activity,
  BookMarked,
  BookOpen,
  Bot,
  Brain,
  CheckCheck,
  Cog,
  DatabaseBackup,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  ScanSearch,
  ScrollText,
  Users,
  Waypoints,
} from "lucide-react";
import type { Access } from "../../../src/operations/operation.ts";

export type PageLink = Readonly<{ path: string; name: string; icon: LucideIcon; needs: Access }>;

export const PAGE_GROUPS: readonly Readonly<{ title: string; pages: readonly PageLink[] }>[] = [
  {
    title: "Knowledge",
    pages: [
      { path: "/", name: "Overview", icon: LayoutDashboard, needs: "read" },
      { path: "/memories", name: "Memories", icon: Brain, needs: "read" },
      { path: "/people", name: "People", icon: Users, needs: "read" },
      { path: "/conversations", name: "Conversations", icon: MessagesSquare, needs: "read" },
      { path: "/graph", name: "Graph", icon: Waypoints, needs: "read" },
      { path: "/vault", name: "Vault", icon: BookMarked, needs: "read" },
    ],
  },
  {
    title: "Decide and check",
    pages: [
      { path: "/review", name: "Review", icon: CheckCheck, needs: "review" },
      { path: "/context", name: "Context inspector", icon: ScanSearch, needs: "read" },
    ],
  },
  {
    title: "Run",
    pages: [
      { path: "/jobs", name: "Jobs", icon: ListChecks, needs: "operate" },
      { path: "/activity", name: "Activity", icon: Activity, needs: "read" },
      { path: "/audit", name: "Audit", icon: ScrollText, needs: "operate" },
      { path: "/agents", name: "Agents", icon: Bot, needs: "read" },
      { path: "/keys", name: "Keys", icon: KeyRound, needs: "operate" },
      { path: "/data", name: "Import & export", icon: DatabaseBackup, needs: "operate" },
      { path: "/settings", name: "Settings", icon: Cog, needs: "read" },
      { path: "/reference", name: "API reference", icon: BookOpen, needs: "read" },
    ],
  },
];

export const PAGES: readonly PageLink[] = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** What a phone has room for below; the rest is under "More". */
export const PHONE_PAGES: readonly string[] = ["/", "/memories", "/review", "/context"];
