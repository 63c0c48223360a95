// Every page in every state it can be in, against a real server: loaded, loading, empty, refused, failed.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectGood } from "./browser.ts";
import { PAGES } from "./pages.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe("every page", () => {
  test("shows what there is", async () => {
    const visitor = await stage.as("operator");
    for (const { path, shows } of PAGES) {
      await visitor.go(path);
      await visitor.page.locator("main").getByText(shows).first().waitFor();
    }
    expectGood(visitor);
    await visitor.close();
  });

  test("says so when there is nothing", async () => {
    const visitor = await stage.as("empty");
    for (const { path, empty } of PAGES) {
      await visitor.go(path);
      await visitor.page.locator("main").getByText(empty).first().waitFor();
    }
    expectGood(visitor);
    await visitor.close();
  });

  test("shows that it is loading while the answer is on its way", async () => {
    const visitor = await stage.as("operator");
    const { page } = visitor;
    await visitor.go("/nowhere");
    await page.getByText("There is no such page").waitFor();
    // A page may ask after the others were let go; what comes late must not be held for ever.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/(v1\/(?!events)|openapi)/, async (route) => {
      await held;
      await route.continue();
    });
    for (const { path } of PAGES) {
      await visitor.go(path);
      await page.locator("main .skeleton:visible").first().waitFor();
    }
    letGo();
    await page.getByText("/v1/memories/{id}/history").first().waitFor();
    await visitor.close();
  });

  test.each(["read", "agent"] as const)(
    "says so when a key of the role %s may not see it",
    async (role) => {
      const visitor = await stage.as(role);
      for (const { path, refuses } of PAGES) {
        if (refuses !== role) continue;
        await visitor.go(path);
        await visitor.page.getByText("Your key may not see this").first().waitFor();
      }
      expectGood(visitor);
      await visitor.close();
    },
  );

  test("offers no page in its navigation that the key may not see", async () => {
    const visitor = await stage.as("read");
    await visitor.go("/memories");
    const links = visitor.page.getByRole("navigation", { name: "Pages", exact: true });
    await links.getByRole("link", { name: "Memories" }).waitFor();
    expect(await links.getByRole("link", { name: "Keys" }).count()).toBe(0);
    expect(await links.getByRole("link", { name: "Review" }).count()).toBe(0);
    await visitor.close();
  });
});

describe("a server that fails", () => {
  test("is told of on every page, with a way to try again, and the screen is marked as old", async () => {
    const broken = await openStage({ isSeeded: false });
    const visitor = await broken.as("operator");
    const { page } = visitor;
    await visitor.go("/nowhere");
    await page.getByText("Live", { exact: true }).waitFor();
    await broken.memory.close();
    await page
      .getByText(/may be old/)
      .first()
      .waitFor();
    for (const { path } of PAGES) {
      // The reference is made of the routes alone and outlives the store.
      if (path === "/reference") continue;
      await visitor.go(path);
      await page.getByText("This could not be loaded").first().waitFor();
      await page.getByRole("button", { name: "Try again" }).first().waitFor();
    }
    expectGood(visitor);
    await broken.close();
  });
});
