// A key as text, `mk_<id>_<secret>`, and back. The id finds it; only a hash of the secret is ever stored.

import { createHash, timingSafeEqual } from "node:crypto";

const KEY = /^mk_([0-9a-f]{24})_([A-Za-z0-9_-]{43})$/;
const ID_BYTES = 12;
const SECRET_BYTES = 32;

/** So many unpredictable bytes. */
export type Random = (bytes: number) => Buffer;
export type NewKeyText = Readonly<{ id: string; hash: string; key: string }>;

export function newKeyText(random: Random): NewKeyText {
  const id = random(ID_BYTES).toString("hex");
  const secret = random(SECRET_BYTES).toString("base64url");
  return { id, hash: hashOf(secret), key: `mk_${id}_${secret}` };
}

export function readKeyText(
  text: string,
): Readonly<{ id: string; isOf: (hash: string) => boolean }> | undefined {
  const [, id, secret] = KEY.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  return { id, isOf: (hash) => isEqual(hashOf(secret), hash) };
}

/** Plain SHA-256 is enough here: the secret is 256 random bits, so there is nothing to guess. */
function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Takes the same time wherever they differ. */
function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
