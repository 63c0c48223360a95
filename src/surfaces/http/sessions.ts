// Sessions of the person at this machine: a link that works once is exchanged for a cookie that scripts cannot read.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Credential } from "../../model/access-key.ts";
import type { DevAccess } from "./options.ts";

const COOKIE = "mneme_session";
const LIFE_MS = 12 * 3_600_000;
const MAX_SESSIONS = 100;

export interface Sessions {
  /** The cookie for whoever brings the token first; nothing for anyone after that. */
  open(token: string): string | undefined;
  /** Who a `Cookie` header belongs to. */
  of(cookies: string | undefined): Credential | undefined;
  /** What a page must send along where something changes: only our own can read it. */
  csrfOf(cookies: string | undefined): string | undefined;
  /** False when there was none. */
  close(cookies: string | undefined): boolean;
}

export const CLOSED_COOKIE = `${COOKIE}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;

type Session = Readonly<{ credential: Credential; until: number }>;

export function createSessions(dev: DevAccess | undefined, now: () => Date): Sessions {
  const sessions = new Map<string, Session>();
  let token = dev?.token;
  return {
    open: (given) => {
      if (dev === undefined || token === undefined || !isEqual(given, token)) return undefined;
      token = undefined;
      const secret = randomBytes(32).toString("base64url");
      const credential = { keyId: "session", tenant: dev.tenant, role: "operator" } as const;
      add(sessions, digest(secret), { credential, until: now().getTime() + LIFE_MS });
      return `${COOKIE}=${secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${LIFE_MS / 1000}`;
    },
    of: (cookies) => {
      const secret = cookieOf(cookies);
      const session = secret === undefined ? undefined : sessions.get(digest(secret));
      return session !== undefined && session.until > now().getTime()
        ? session.credential
        : undefined;
    },
    csrfOf: (cookies) => {
      const secret = cookieOf(cookies);
      return secret === undefined ? undefined : digest(`csrf ${secret}`);
    },
    close: (cookies) => sessions.delete(digest(cookieOf(cookies) ?? "")),
  };
}

function add(sessions: Map<string, Session>, key: string, session: Session): void {
  const [oldest] = sessions.keys();
  if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  sessions.set(key, session);
}

function cookieOf(header: string | undefined): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(digest(a)), Buffer.from(digest(b)));
}
