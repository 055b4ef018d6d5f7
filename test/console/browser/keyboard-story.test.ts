/** The whole story of the README with the keyboard alone. */
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { type Console, startConsole } from "./console.ts";
import { focusProblems, hasFocus, tabTo } from "./focus-problems.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const SAMPLE = "fasta-guide.pdf";
const QUESTION = "What goal do FASTA and BLAST have in common?";

const rowOf = (page: Page): Locator => page.getByRole("row").filter({ hasText: SAMPLE });

/** Goes to a place by the palette. */
async function goTo(page: Page, typed: string, item: RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or do" });
  await palette.waitFor();
  await page.keyboard.type(typed);
  const wanted = palette.getByRole("option", { name: item });
  await wanted.waitFor();
  for (let step = 0; step < 20 && (await wanted.getAttribute("aria-selected")) !== "true"; step += 1)
    await page.keyboard.press("ArrowDown");
  expect(await wanted.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await palette.waitFor({ state: "detached" });
}

const expectFocus = async (wanted: Locator): Promise<void> =>
  await expect.poll(async () => await hasFocus(wanted)).toBe(true);

test("the first link, an upload, a question, a source, sharing, a deletion and its return need no pointer", async () => {
  const grace = await it.person("grace", "Grace Hopper");
  const printed = /Open (http\S+)/.exec(it.service.output.stdout)?.[1] ?? "";
  const page = await it.open(null, "/sign-in");
  const problems: string[] = [];
  const tab = async (wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> => {
    problems.push(...(await tabTo(page, wanted, key)));
  };
  /** The element shows its focus. */
  const expectShown = async (wanted: Locator): Promise<void> => {
    await expectFocus(wanted);
    problems.push(...(await focusProblems(page)));
  };

  await page.goto(printed);
  const question = page.getByRole("textbox", { name: "Question" });
  await expectShown(question);

  // Upload.
  const choose = page.getByRole("button", { name: "Choose files" });
  await tab(choose);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(join(PROJECT_ROOT, "samples", SAMPLE));
  const tray = page.getByRole("region", { name: "Uploads" });
  // The tray folds as soon as all of its files are ready.
  await tray.getByText("1 of 1 file", { exact: true }).waitFor({ timeout: 90_000 });
  await expectShown(choose);

  // Ask.
  await tab(question, "Shift+Tab");
  await page.keyboard.type(QUESTION);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/t/thread_*");
  const chip = page.locator("button.chip").first();
  await chip.waitFor({ timeout: 90_000 });

  // Open the citation, and close it.
  await tab(chip);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?s=cite_/);
  await expectShown(page.getByRole("heading", { name: /^Source 1/ }));
  await page.locator(".pdf-text span").first().waitFor();
  await tab(page.locator(".reader").getByRole("button", { name: "Copy quotation" }));
  await page.keyboard.press("Escape");
  await page.locator(".reader").waitFor({ state: "detached" });
  await expectShown(chip);

  // Share.
  await goTo(page, "Personal", /^Personal/);
  await page.waitForURL("**/c/**");
  await rowOf(page).waitFor();
  const share = page.getByRole("button", { name: "Share" });
  await tab(share);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Share/ });
  await expectShown(dialog.getByRole("combobox", { name: "Name or address" }));
  await page.keyboard.type(grace.email);
  await dialog.getByText("1 gains access").waitFor();
  await tab(dialog.getByRole("button", { name: "Share", exact: true }));
  await page.keyboard.press("Enter");
  await dialog.getByRole("combobox", { name: "Right of Grace Hopper" }).waitFor();
  await tab(dialog.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expectShown(share);

  // A menu gives the focus back, too.
  const more = page.getByRole("button", { name: "More", exact: true });
  await tab(more);
  await page.keyboard.press("Enter");
  await expectShown(page.getByRole("menuitem", { name: "Rename" }));
  await page.keyboard.press("Enter");
  await expectShown(page.getByRole("dialog", { name: "Rename" }).getByRole("textbox"));
  await page.keyboard.press("Escape");
  await expectShown(more);

  // Delete, take it back at once, and delete again.
  await tab(rowOf(page));
  await page.keyboard.press("Delete");
  await page.getByText("1 document deleted").waitFor();
  await rowOf(page).waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await rowOf(page).waitFor();
  await tab(rowOf(page));
  await page.keyboard.press("Delete");
  await rowOf(page).waitFor({ state: "detached" });

  // Restore.
  await goTo(page, "Deleted", /^Deleted/);
  await page.waitForURL("**/deleted**");
  await page.getByRole("heading", { name: "Deleted" }).waitFor();
  await tab(page.getByRole("button", { name: `Restore ${SAMPLE}` }));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Restore ${SAMPLE}` }).waitFor({ state: "detached" });
  await goTo(page, "Personal", /^Personal/);
  await rowOf(page).waitFor();
  expect([...new Set(problems)]).toEqual([]);
});
