// The two things that must never need a mouse: deciding what waits, and erasing a person.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectGood } from "./browser.ts";
import { TENANT } from "./seed.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const FOCUSED = "document.activeElement?.textContent ?? document.activeElement?.ariaLabel ?? ''";
const OUTLINED = "getComputedStyle(document.activeElement).outlineStyle";
const IN_TEXT_FIELD = "document.activeElement?.matches('input:not([type=checkbox])') ?? false";
const MOST_STEPS = 60;

/** Tabs on until what has the focus says that, as someone without a mouse does. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press("Tab");
    if (text.test(await page.evaluate<string>(FOCUSED))) {
      expect(await page.evaluate<string>(OUTLINED)).not.toBe("none");
      return;
    }
  }
  throw new Error(`${MOST_STEPS} tabs do not lead to ${text}.`);
}

test("reviews are gone through, approved and rejected with J, K, A and R", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  const before = await stage.memory.review.list({ tenant: TENANT });
  await visitor.go("/review");
  await page.getByText(`1 of ${before.length}`).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.getByText(`3 of ${before.length}`).waitFor();
  await page.keyboard.press("k");
  await page.getByText(`2 of ${before.length}`).waitFor();
  await page.keyboard.press("a");
  await page.getByText(`of ${before.length - 1}`).waitFor();
  await page.keyboard.press("r");
  await page.getByText(`of ${before.length - 2}`).waitFor();
  const states = await stage.memory.review.list({
    tenant: TENANT,
    states: ["approved", "rejected"],
  });
  expect(states.map(({ state }) => state).toSorted()).toEqual(["approved", "rejected"]);
  expectGood(visitor);
  await visitor.close();
});

test("a letter typed into a field decides nothing", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/review");
  await page.getByRole("button", { name: "Reword" }).click();
  const before = await stage.memory.review.list({ tenant: TENANT });
  await page.getByLabel("In these words").pressSequentially("a rare jar");
  expect(await stage.memory.review.list({ tenant: TENANT })).toHaveLength(before.length);
  await visitor.close();
});

test("a person is erased with Tab, Enter and typing alone", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/people/clara");
  await page.getByRole("heading", { name: "Clara Lindqvist" }).waitFor();
  await tabTo(page, /^Erase…$/);
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog")
    .getByText(/memories/)
    .first()
    .waitFor();
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate<boolean>(IN_TEXT_FIELD)) break;
  }
  await page.keyboard.type("clara");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: /is erased/ }).waitFor();
  const left = await stage.memory.erase({ tenant: TENANT, subject: "clara", dryRun: true });
  expect([left.memories, left.messages]).toEqual([0, 0]);
  expectGood(visitor);
  await visitor.close();
});

test("the way to anything by its name opens, finds and leads there", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Go to" }).waitFor();
  await page.getByRole("searchbox", { name: "Page or memory" }).fill("vault");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Vault" }).waitFor();
  await visitor.close();
});
