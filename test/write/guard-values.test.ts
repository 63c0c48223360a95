// Names, paths and values are no sentences, so the trained detector of steering text has nothing to say of them.

import { expect, test } from "vitest";
import { DEFAULT_GUARD_POLICY, guard } from "../../src/guard/guard.ts";

test.each([
  "acme",
  "notes.txt",
  "/memories/d/notes.txt",
  "word ".repeat(40),
  `3 ${"word ".repeat(700)}end`,
  "MIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----",
  '{"whose":"acme"}',
])("%s", (text) => {
  expect(guard(text, DEFAULT_GUARD_POLICY).findings.map((one) => one.rule)).not.toContain(
    "trained",
  );
});

test.each(["bonsai", "mornings", "opera", "tennis", "karaoke"])(
  "what somebody says they hate is ordinary talk, as said and as it is stored: %s",
  (thing) => {
    for (const text of [`I hate ${thing}`, `I hate ${thing}.`, `Ben: "I hate ${thing}"`])
      expect(guard(text, DEFAULT_GUARD_POLICY).outcome).toBe("pass");
  },
);
