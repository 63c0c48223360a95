// One thing that was looked at, how it is, and what to do about it.

export type Check = Readonly<{
  name: string;
  state: "ok" | "warning" | "failure";
  detail: string;
  /** A command that puts it right, or leads there. */
  fix?: string;
}>;

export function ok(name: string, detail: string): Check {
  return { name, state: "ok", detail };
}

export function warning(name: string, detail: string, fix: string): Check {
  return { name, state: "warning", detail, fix };
}

export function failure(name: string, detail: string, fix: string): Check {
  return { name, state: "failure", detail, fix };
}
