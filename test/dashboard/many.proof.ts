// Ten thousand memories: only those in sight are drawn, every one can be reached, and nothing waits for the rest.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectGood } from "./browser.ts";
import { fillWithMany, MANY } from "./many.ts";
import { openStage, type Stage } from "./stage.ts";

const PATIENCE_MS = 300_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ fill: fillWithMany, isSeeded: false });
}, PATIENCE_MS);
afterAll(() => stage.close());

const TABLE = "document.querySelector('main section[aria-label=Memories]')";
const DRAWN = `${TABLE}.querySelectorAll('tbody tr').length`;

const STEPS = 60;
/** Rows that come into sight when the wheel turns once, with room for those drawn ahead. */
const ROWS_A_STEP = 60;

/** Scrolls as a hand on a wheel would, a frame a step, and counts the rows that were drawn for it. */
const ROWS_DRAWN = `(async () => {
  let rows = 0;
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) rows += node.nodeName === "TR" ? 1 : 0;
  });
  observer.observe(${TABLE}, { childList: true, subtree: true });
  for (let step = 0; step < ${STEPS}; step++) {
    ${TABLE}.scrollTop += 400;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
  observer.disconnect();
  return rows;
})()`;

async function scrollToEnd(page: Page): Promise<void> {
  for (let step = 0; step < MANY; step++) {
    const isAtEnd = await page.evaluate<boolean>(
      `(() => { const table = ${TABLE}; table.scrollTop = table.scrollHeight; return table.textContent.includes("Ship ${MANY - 1} left"); })()`,
    );
    if (isAtEnd) return;
    await page.waitForTimeout(20);
  }
}

test(
  "ten thousand memories are counted, drawn a window at a time, and scroll smoothly to the last",
  async () => {
    const visitor = await stage.as("operator");
    const { page } = visitor;
    await visitor.go("/memories");
    await page.getByText(`${MANY.toLocaleString("en")} memories in view`).waitFor();
    expect(await page.evaluate<number>(DRAWN)).toBeLessThan(60);
    await scrollToEnd(page);
    await page.getByText(`Ship ${MANY - 1} left`).waitFor();
    expect(await page.evaluate<number>(DRAWN)).toBeLessThan(60);
    await page.evaluate(`${TABLE}.scrollTop = 0`);
    const drawn = await page.evaluate<number>(ROWS_DRAWN);
    expect(drawn).toBeGreaterThan(0);
    expect(drawn / STEPS).toBeLessThan(ROWS_A_STEP);
    expectGood(visitor);
    await visitor.close();
  },
  PATIENCE_MS,
);

test("a filter of ten thousand is counted and answered by the database", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/memories");
  await page
    .getByRole("checkbox", { name: /Sardines 2,000/ })
    .first()
    .check();
  await page.getByText("2,000 memories in view").waitFor();
  await page.getByLabel("Words in the text").fill("Ship 9997 left");
  await page.getByText("1 memory in view").waitFor();
  await visitor.close();
});

test("the other long lists are drawn a window at a time, too", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  for (const [path, label] of [
    ["/people", "People"],
    ["/conversations", "Conversations"],
    ["/activity", "Activity"],
  ] as const) {
    await visitor.go(path);
    const rows = page.locator(`main section[aria-label=${label}] tbody tr`);
    await rows.nth(5).waitFor();
    expect(await rows.count()).toBeLessThan(60);
  }
  expectGood(visitor);
  await visitor.close();
});
