import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Wide, because a busy machine is no fault of a test; what must be fast says so itself.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    globalSetup: ["test/support/browser-set-up.ts"],
    maxWorkers: 2,
  },
});
