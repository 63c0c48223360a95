// Every page for everyone: no serious finding of axe in either theme, and no page wider than its window.

import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overflow } from "./browser.ts";
import { PAGES } from "./pages.ts";
import { openStage, type Stage } from "./stage.ts";

const THEMES = ["light", "dark"] as const;
const WIDTHS = [320, 360, 768, 1920] as const;
const PATIENCE_MS = 300_000;

let stage: Stage;
/** What is wrong, as `dark /memories` or `320 /graph`, found in one walk through every page. */
const wrong: Record<string, unknown> = {};

beforeAll(async () => {
  stage = await openStage();
  await walk();
}, PATIENCE_MS);
afterAll(() => stage.close());

async function walk(): Promise<void> {
  const visitor = await stage.as("operator", { reducedMotion: "reduce" });
  const { page } = visitor;
  await visitor.go("/data");
  await page.evaluate(axe.source);
  for (const { path, shows } of PAGES) {
    await page.setViewportSize({ width: 1280, height: 860 });
    await visitor.go(path);
    await page.locator("main").getByText(shows).first().waitFor();
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      wrong[`${colorScheme} ${path}`] = await findings(page);
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      wrong[`${width} ${path}`] = await overflow(page);
    }
  }
  await visitor.close();
}

/** What the walk found on every page in one theme or at one width. */
function foundIn(where: string): readonly (readonly [string, unknown])[] {
  return PAGES.map(({ path }) => [path, wrong[`${where} ${path}`]]);
}

type Finding = Readonly<{ impact: string; id: string; nodes: readonly { target: string[] }[] }>;

async function findings(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate<Finding[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)",
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

describe.each(THEMES)("in the %s theme", (colorScheme) => {
  test("axe finds nothing serious on any page", () => {
    expect(foundIn(colorScheme)).toEqual(PAGES.map(({ path }) => [path, []]));
  });

  test("axe finds nothing serious in the door, the drawer, a dialog or the palette", async () => {
    const visitor = await stage.as("operator", { colorScheme, reducedMotion: "reduce" });
    const { page } = visitor;
    await visitor.go("/memories?q=peanuts&kind=fact");
    await page.evaluate(axe.source);
    await page
      .getByRole("button", { name: /allergic to peanuts/ })
      .first()
      .click();
    await page.locator("mark").waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByText("1 memory will go").waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await findings(page)).toEqual([]);
    await visitor.close();
  });
});

test.each(WIDTHS)("no page is wider than a window of %i pixels", (width) => {
  expect(foundIn(String(width))).toEqual(PAGES.map(({ path }) => [path, 0]));
});

test("a phone reaches every page from below", async () => {
  const visitor = await stage.as("operator", { viewport: { width: 360, height: 780 } });
  const { page } = visitor;
  await visitor.go("/");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Vault" }).click();
  await page.getByRole("heading", { name: "Vault" }).waitFor();
  await visitor.close();
});

test("nothing moves for whoever asked for stillness", async () => {
  const visitor = await stage.as("operator", { reducedMotion: "reduce" });
  await visitor.go("/memories");
  await visitor.page.getByText(/memories in view/).waitFor();
  await visitor.page.getByRole("button", { name: "Views", exact: true }).click();
  await visitor.page.getByRole("dialog").waitFor();
  const moving = "document.getAnimations().filter((one) => one.playState === 'running').length";
  expect(await visitor.page.evaluate<number>(moving)).toBe(0);
  await visitor.close();
});
