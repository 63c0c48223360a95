// The link that opens a session, who one is, and the end of a session.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { type Credential, ROLES } from "../../model/access-key.ts";
import type { DevAccess } from "./options.ts";
import { type Asked, json, type Route } from "./route.ts";

const WhoOutput = z.object({
  tenant: z.string(),
  role: z.enum(ROLES),
  agent: z.string().exactOptional(),
  csrf: z
    .string()
    .exactOptional()
    .describe("Of a session only: what `X-CSRF-Token` must be where something changes."),
});

/** `home` is where a person is led once the session is open. */
export function sessionRoutes(sessions: Sessions, home: string): readonly Route[] {
  return [
    {
      name: "openSession",
      method: "GET",
      path: "/auth/session",
      access: "open",
      summary: "Exchange the one-time token of a link for a session cookie.",
      input: z.strictObject({ token: z.string() }),
      output: { mime: "text/plain" },
      // The token leaves the address bar with the redirect and is worth nothing afterwards.
      run: async ({ input }) => {
        const cookie = sessions.open(String(input["token"]));
        if (cookie === undefined)
          throw new MemoryError("unauthorized", "That link was used already, or is not ours.");
        // Told from where the link was, so that a prefix of a proxy is kept.
        return { type: "redirect", to: `..${home}`, headers: { "set-cookie": cookie } };
      },
    },
    {
      name: "session",
      method: "GET",
      path: "/v1/session",
      access: "read",
      summary: "Whose key or session this is, and what it may do.",
      input: z.strictObject({}),
      output: WhoOutput,
      run: async (asked) => json(whoOf(asked, sessions)),
    },
    {
      name: "closeSession",
      method: "POST",
      path: "/v1/session/close",
      access: "read",
      summary: "End this session; a key is ended by revoking it.",
      input: z.strictObject({}),
      output: z.object({ closed: z.boolean() }),
      run: async ({ headers }) => {
        const closed = sessions.close(cookiesOf(headers));
        return {
          ...{ type: "json", status: 200, value: { closed } },
          headers: closed ? { "set-cookie": CLOSED_COOKIE } : {},
        };
      },
    },
  ];
}

function whoOf({ credential, headers }: Asked, sessions: Sessions): z.infer<typeof WhoOutput> {
  if (credential === undefined) throw new MemoryError("unauthorized", "A key is needed.");
  const { tenant, role, agent, keyId } = credential;
  const csrf = keyId === "session" ? sessions.csrfOf(cookiesOf(headers)) : undefined;
  return {
    tenant,
    role,
    ...(agent === undefined ? {} : { agent }),
    ...(csrf === undefined ? {} : { csrf }),
  };
}

function cookiesOf({ cookie }: Asked["headers"]): string | undefined {
  return typeof cookie === "string" ? cookie : undefined;
}

// Sessions of the person at this machine: a link that works once is exchanged for a cookie that scripts cannot read.

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

const CLOSED_COOKIE = `${COOKIE}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;

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
