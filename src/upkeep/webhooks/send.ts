// One signed POST to an address that somebody configured, in the form of Standard Webhooks. Goes to no private address
// unless that is allowed, follows no redirect, reads no answer beyond its status, and does not wait for long.

import { createHmac } from "node:crypto";
import { type LookupAddress, lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { MemoryError } from "../../errors.ts";
import type { Webhook } from "./deliver.ts";

const WAIT_MS = 10_000;
const SECRET_PREFIX = "whsec_";

export type Sending = Readonly<{ webhook: Webhook; id: string; body: string; at: Date }>;

/** Gives the status of an answer that took it; anything else is thrown, to be tried again. */
export async function send({ webhook, id, body, at }: Sending, stop: AbortSignal): Promise<number> {
  const { name, allowPrivate, secret } = webhook;
  const url = new URL(webhook.url);
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && ipaddr.isValid(literal) && !isPublic(literal)) throw notAllowed(name);
  const seconds = String(Math.floor(at.getTime() / 1000));
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "user-agent": "mneme-webhooks",
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${signature(secret, `${id}.${seconds}.${body}`)}`,
  };
  const status = await post({ url, headers, body, lookup: lookingUp(webhook) }, stop).catch(
    (thrown: unknown) => {
      throw thrown instanceof MemoryError ? thrown : unreachable(name, thrown);
    },
  );
  if (status >= 200 && status < 300) return status;
  throw new MemoryError("provider_unavailable", `The webhook \`${name}\` answered ${status}.`);
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return createHmac("sha256", key).update(signed).digest("base64");
}

type Post = Readonly<{
  url: URL;
  headers: Readonly<Record<string, string | number>>;
  body: string;
  lookup: LookupFunction;
}>;

function post({ url, headers, body, lookup }: Post, stop: AbortSignal): Promise<number> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(WAIT_MS)]);
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: "POST", headers: { ...headers }, lookup, signal, agent: false },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    asked.once("error", reject);
    asked.end(body);
  });
}

/** Looked at where the connection is made: a name cannot be public when checked and private when used. */
function lookingUp({ name, allowPrivate }: Webhook): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) return done(error, "", 0);
      if (!allowPrivate && !found.every(({ address }) => isPublic(address)))
        return done(notAllowed(name), "", 0);
      return options.all === true ? done(null, found) : done(null, first.address, first.family);
    });
  };
}

/** Loopback, private, link-local, multicast, mapped, translated and reserved addresses are none. */
function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === "unicast";
}

function notAllowed(name: string): MemoryError {
  return new MemoryError(
    "forbidden",
    `The webhook \`${name}\` leads to a private address; set \`allowPrivate: true\` if that is meant.`,
  );
}

/** The code alone: a message of the system may repeat an address, and with it a token. */
function unreachable(name: string, thrown: unknown): MemoryError {
  const { code, name: kind } = Object(thrown);
  const why = kind === "TimeoutError" ? `no answer in ${WAIT_MS / 1000} s` : String(code ?? kind);
  return new MemoryError(
    "provider_unavailable",
    `The webhook \`${name}\` cannot be reached: ${why}.`,
    { cause: thrown },
  );
}
