// Access keys: found by their id, ended by their own tenant only, and replaced without a gap.

import { expect, test } from "vitest";
import type { StoredKey } from "../../../src/model/access-key.ts";
import type { Cases } from "./describe-store.ts";
import { at, ids, refusal, TENANT } from "./samples.ts";

const key = (fields: Partial<StoredKey> = {}): StoredKey => ({
  tenant: TENANT,
  id: "k1",
  role: "write",
  name: "bot",
  hash: "hash-of-the-secret",
  createdAt: at(0),
  ...fields,
});

export const keyCases: Cases = (store) => {
  test("a key comes back as it was added, and only once under an id", async () => {
    const whole = key({ role: "agent", agent: "bot", expiresAt: at(9) });
    await store().keys.add(whole);
    expect(await store().keys.find("k1")).toEqual(whole);
    await expect(store().keys.add(key())).rejects.toMatchObject(refusal("conflict"));
    for (const id of ["K1", "%", "k_", ""]) expect(await store().keys.find(id)).toBeUndefined();
  });

  test("keys are listed, revoked and marked by their own tenant alone", async () => {
    await store().keys.add(key());
    await store().keys.add(key({ id: "k2", tenant: "acme-corp" }));
    expect(ids(await store().keys.list(TENANT))).toEqual(["k1"]);
    expect(await store().keys.revoke("acme-corp", "k1", at(1))).toBe(false);
    await store().keys.used("acme-corp", "k1", at(1));
    expect(await store().keys.find("k1")).toEqual(key());
    expect(await store().keys.revoke(TENANT, "k1", at(1))).toBe(true);
    expect(await store().keys.revoke(TENANT, "k1", at(2))).toBe(false);
    expect(await store().keys.find("k1")).toEqual(key({ revokedAt: at(1) }));
  });

  test("rotating adds the next key and ends the old one, or does neither", async () => {
    await store().keys.add(key({ expiresAt: at(5) }));
    const next = key({ id: "k2" });
    expect(await store().keys.rotate(next, { id: "none", endsAt: at(9) })).toBe(false);
    expect(await store().keys.find("k2")).toBeUndefined();
    expect(await store().keys.rotate(next, { id: "k1", endsAt: at(9) })).toBe(true);
    expect(await store().keys.find("k1")).toMatchObject({ expiresAt: at(5) });
    expect(await store().keys.rotate(key({ id: "k3" }), { id: "k2", endsAt: at(9) })).toBe(true);
    expect(await store().keys.find("k2")).toMatchObject({ expiresAt: at(9) });
  });

  test("someone can come in while one key is neither revoked nor over", async () => {
    expect(await store().keys.isAnyUsable(at(0))).toBe(false);
    await store().keys.add(key({ expiresAt: at(5) }));
    await store().keys.add(key({ id: "k2" }));
    await store().keys.revoke(TENANT, "k2", at(1));
    expect(await store().keys.isAnyUsable(at(4))).toBe(true);
    expect(await store().keys.isAnyUsable(at(5))).toBe(false);
  });
};
