// Every page of the dashboard: where it is, what a reader sees when it is there, and when there is nothing.

export type TestedPage = Readonly<{
  path: string;
  /** A heading or text that is there once the page has its answer. */
  shows: string | RegExp;
  /** What it says when nothing is there. */
  empty: string | RegExp;
  /** A role that may not see it, where there is one. */
  refuses?: "read" | "agent";
}>;

export const PAGES: readonly TestedPage[] = [
  { path: "/", shows: "Active by kind", empty: "Nothing new in the last day", refuses: "agent" },
  { path: "/memories", shows: /memories in view/, empty: "Nothing is known yet" },
  { path: "/people", shows: "Clara Lindqvist", empty: "Nobody here yet" },
  { path: "/people/ana", shows: 'Ana Ferreira: "I hate mornings"', empty: "Nothing known." },
  { path: "/conversations", shows: "general", empty: "Nothing was said yet" },
  { path: "/conversations/general", shows: /allergic to peanuts/, empty: "Nothing was said here" },
  { path: "/graph?view=table", shows: /Mei Tanaka/, empty: "No ties yet" },
  { path: "/vault", shows: /Customer data stays/, empty: "The vault is empty" },
  { path: "/review", shows: "Why it waits", empty: "Nothing waits", refuses: "read" },
  { path: "/jobs", shows: "Merge volatile", empty: "Nothing in the queue", refuses: "read" },
  { path: "/activity", shows: /stored/, empty: "Nothing happened yet" },
  // After the activity: a question leaves an event.
  {
    path: "/context?q=Where+does+Ana+live%3F",
    shows: "Candidates",
    empty: "Nothing was found",
  },
  { path: "/audit", shows: "Create key", empty: "Create key", refuses: "read" },
  { path: "/agents", shows: "orion", empty: "Allowlists are set", refuses: "agent" },
  { path: "/keys", shows: "test reviewer", empty: "test operator", refuses: "read" },
  { path: "/settings", shows: "durability", empty: "durability", refuses: "read" },
  {
    path: "/data",
    shows: "Nothing was imported yet.",
    empty: "Nothing was imported yet.",
    refuses: "read",
  },
  { path: "/reference", shows: "/v1/memories/{id}/history", empty: "/v1/memories/{id}/history" },
];
