// The link that opens a session, who one is, and the end of a session.

import { z } from "zod";
import { MemoryError } from "../../errors.ts";
import { ROLES } from "../../model/access-key.ts";
import { type Asked, json, type Route } from "./route.ts";
import { CLOSED_COOKIE, type Sessions } from "./sessions.ts";

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
      ...{ name: "openSession", method: "GET", path: "/auth/session", access: "open" },
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
      ...{ name: "session", method: "GET", path: "/v1/session", access: "read" },
      summary: "Whose key or session this is, and what it may do.",
      input: z.strictObject({}),
      output: WhoOutput,
      run: async (asked) => json(whoOf(asked, sessions)),
    },
    {
      ...{ name: "closeSession", method: "POST", path: "/v1/session/close", access: "read" },
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
    ...{ tenant, role },
    ...(agent === undefined ? {} : { agent }),
    ...(csrf === undefined ? {} : { csrf }),
  };
}

function cookiesOf({ cookie }: Asked["headers"]): string | undefined {
  return typeof cookie === "string" ? cookie : undefined;
}
