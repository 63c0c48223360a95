// What people come for, from the first click to the last, with what the store then holds.

import { afterAll, beforeAll, expect, test } from "vitest";
import { expectGood, visit } from "./browser.ts";
import { TENANT } from "./seed.ts";
import { LINK_TOKEN, openStage, type Stage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("a wrong key is refused and a right one lets in", async () => {
  const visitor = await visit(stage.browser, { at: stage.at });
  const { page } = visitor;
  await visitor.go("/");
  await page.getByLabel("Access key").fill("mk_nobody_knows");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("That key is not known here").waitFor();
  await page.getByLabel("Access key").fill(stage.keys.operator);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expectGood(visitor);
  await visitor.close();
});

test("a one-time link signs in, changes go through, and it works once", async () => {
  const visitor = await visit(stage.browser, { at: stage.at });
  const { page } = visitor;
  const link = `${stage.server.url}/auth/session?token=${LINK_TOKEN}`;
  await page.goto(link);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(page.url()).not.toContain(LINK_TOKEN);
  await visitor.go("/vault");
  await page.getByRole("button", { name: "Promote" }).first().click();
  await page.getByText("Raised to canon").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const again = await page.goto(link);
  expect(again?.status()).toBe(401);
  await visitor.close();
});

test("a memory is found, reworded, and its history shows both", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/memories");
  await page.getByLabel("Words in the text").fill("allergic to peanuts");
  await page.getByRole("checkbox", { name: "Fact 1" }).check();
  await page.waitForURL(/q=allergic/);
  await page.getByText("1 memory in view").waitFor();
  await page.getByRole("button", { name: /allergic to peanuts/ }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByText("general").waitFor();
  expect(await drawer.locator("mark").textContent()).toContain("allergic to peanuts");
  await drawer.getByRole("button", { name: "Edit" }).click();
  await drawer.getByLabel("Text").fill("Ben Okafor is allergic to peanuts and walnuts.");
  await drawer.getByRole("button", { name: "Save" }).click();
  await page.getByText("the old one stays in the history").waitFor();
  await drawer.locator("ins", { hasText: "walnuts" }).first().waitFor();
  const [stored] = await stage.memory.list({
    tenant: TENANT,
    filter: { contains: "peanuts and walnuts" },
  });
  expect(stored?.version).toBe(2);
  expectGood(visitor);
  await visitor.close();
});

test("a forgotten memory comes back with one click", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  const [target] = await stage.memory.list({
    tenant: TENANT,
    filter: { contains: "stock photos" },
  });
  await visitor.go(`/memories?id=${target?.id}`);
  await page.getByRole("button", { name: "Forget", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Forget this memory?" });
  await dialog.getByText("1 memory will go").waitFor();
  await dialog.getByRole("button", { name: "Forget", exact: true }).click();
  await page.getByText("1 memory forgotten").waitFor();
  await page.getByText("On record in the history of").waitFor();
  const look = { tenant: TENANT, filter: { ids: [target?.id ?? ""] } };
  expect(await stage.memory.list(look)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Edit" }).waitFor();
  expect((await stage.memory.list(look)).map(({ state }) => state)).toEqual(["active"]);
  expectGood(visitor);
  await visitor.close();
});

test("several are forgotten only after the number is typed", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/memories?kind=lore&kind=episode");
  const boxes = page.getByRole("checkbox", { name: /^Choose/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByText("2 memories chosen").waitFor();
  await page.getByRole("button", { name: "Forget", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Forget 2 memories?" });
  const act = dialog.getByRole("button", { name: "Forget", exact: true });
  await dialog.getByText("2 memories will go").waitFor();
  expect(await act.isDisabled()).toBe(true);
  await dialog.getByLabel(/Type “forget 2”/).fill("forget 2");
  await act.click();
  await page.getByText("2 memories forgotten").waitFor();
  await visitor.close();
});

test("a view is kept under its name and leads back to its filters", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/memories?kind=trait&about=mei");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByLabel("Save these filters as").fill("Mei’s profile");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("button", { name: "Everything active" }).click();
  await page.getByRole("checkbox", { name: "Trait", checked: false }).waitFor();
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("button", { name: "Mei’s profile", exact: true }).click();
  await page.getByRole("checkbox", { name: "Trait", checked: true }).waitFor();
  expect(page.url()).toContain("about=mei");
  await visitor.close();
});

test("what waits is approved and becomes a memory", async () => {
  const visitor = await stage.as("reviewer");
  const { page } = visitor;
  await visitor.go("/review");
  await page.getByRole("button", { name: /Acme Freight/ }).click();
  await page.getByText("source: outside").waitFor();
  await page.getByRole("button", { name: /Approve/ }).click();
  await page.getByText("On record as review").waitFor();
  const kept = await stage.memory.list({ tenant: TENANT, filter: { contains: "Acme Freight" } });
  expect(kept.map(({ state }) => state)).toEqual(["active"]);
  expectGood(visitor);
  await visitor.close();
});

test("a profile line is put right on the spot", async () => {
  const visitor = await stage.as("write");
  const { page } = visitor;
  await visitor.go("/people/mei");
  await page.getByRole("button", { name: /Correct “Mei Tanaka: "I play the cello/ }).click();
  await page.getByLabel("Put right").fill("Mei Tanaka plays the viola.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("nothing automatic overrules it").waitFor();
  await page.getByText("Corrected", { exact: true }).waitFor();
  const profile = await stage.memory.profile({ tenant: TENANT, person: "mei" });
  const lines = Object.values(profile.sections).flat();
  expect(lines.some(({ text, isCorrected }) => isCorrected && text.includes("viola"))).toBe(true);
  await visitor.close();
});

test("what is learned elsewhere shows up without a reload", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  await visitor.go("/conversations/harbour-radio");
  await page.getByText("Nothing was said here").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await stage.memory.ingest({
    tenant: TENANT,
    channel: "harbour-radio",
    author: { id: "ben", name: "Ben Okafor" },
    text: "I am learning to sail on Sundays.",
  });
  await page.getByText("I am learning to sail on Sundays.").waitFor();
  await visitor.close();
});

test("a person is erased after a preview, and nothing is left", async () => {
  const visitor = await stage.as("operator");
  const { page } = visitor;
  const would = await stage.memory.erase({ tenant: TENANT, subject: "dev", dryRun: true });
  await visitor.go("/people/dev");
  await page.getByRole("button", { name: "Erase…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(`${would.memories} memories`).waitFor();
  const act = dialog.getByRole("button", { name: "Erase for good" });
  expect(await act.isDisabled()).toBe(true);
  await dialog.getByLabel(/Type “dev”/).fill("dev");
  await act.click();
  await page.getByRole("dialog", { name: /is erased/ }).waitFor();
  const left = await stage.memory.erase({ tenant: TENANT, subject: "dev", dryRun: true });
  expect([left.memories, left.messages]).toEqual([0, 0]);
  expectGood(visitor);
  await visitor.close();
});
