// A real browser: Debian's Chromium, installed by the set-up when it is missing. Whatever a page does that it must not do — throw,
// open a dialog, call elsewhere, break its content policy — fails the test that drove it.

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { CHROMIUM } from "../support/browser-set-up.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export type Watched = Readonly<{
  page: Page;
  /** Goes to an address of the dashboard, such as `/memories?kind=fact`. */
  go: (path: string) => Promise<void>;
  /** Everything it did that it must not do. */
  misdeeds: readonly string[];
  close: () => Promise<void>;
}>;

export type Visit = Readonly<{
  /** Where the dashboard is, with its last slash. */
  at: string;
  key?: string;
  options?: BrowserContextOptions;
}>;

export async function visit(browser: Browser, { at, key, options = {} }: Visit): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const misdeeds = watchMisdeeds(page, new URL(at).origin);
  if (key !== undefined)
    await page.addInitScript(`sessionStorage.setItem("mneme.key", ${JSON.stringify(key)})`);
  const go = async (path: string) => {
    await page.goto(`${at}#${path}`);
  };
  return { page, go, misdeeds, close: () => context.close() };
}

function watchMisdeeds(page: Page, origin: string): readonly string[] {
  const misdeeds: string[] = [];
  page.on("pageerror", (error) => misdeeds.push(`threw ${error.message}`));
  page.on("dialog", (dialog) => {
    misdeeds.push(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) misdeeds.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith("http") && asked !== origin) misdeeds.push(`called ${request.url()}`);
  });
  return misdeeds;
}

/** How far the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

/** Until the page has its answers and nothing of it is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main h1").waitFor();
  await page.locator("main .skeleton").first().waitFor({ state: "detached" });
}

export function expectGood({ misdeeds }: Watched): void {
  expect(misdeeds).toEqual([]);
}
