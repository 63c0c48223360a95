import { defineConfig } from "vitest/config";

const TEST = {
  name: "test",
  include: ["test/**/*.test.ts"],
  // Files of one worker share what they import: to load it anew for each took half of the time.
  isolate: false,
};
const PROOF = { name: "proof", include: ["test/**/*.proof.ts"] };

/** `npm test` runs the first, `npm run proof` the second. */
export default defineConfig({
  test: {
    projects: [TEST, PROOF].map((test) => ({ extends: true, test })),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ["test/support/browser-set-up.ts"],
    maxWorkers: 2,
  },
});
