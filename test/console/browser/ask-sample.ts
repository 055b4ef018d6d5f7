/** The first minute of a person who is signed in: add the samples, ask, and open the cited words. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

const QUESTION = "What goal do FASTA and BLAST have in common?";

/** Asks the sample question on Home, and expects that the document marks the words of the answer's quote. */
export async function askSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add samples" }).click();
  await page.getByRole("button", { name: QUESTION }).click({ timeout: 90_000 });
  await page.waitForURL("**/t/thread_*");
  const chip = page.locator("button.chip").first();
  await chip.waitFor({ timeout: 90_000 });
  const quote = await quoteOf(page);
  await chip.click();
  await page.waitForURL(/\?s=cite_/);
  await expect.poll(async () => await markedWords(page), { timeout: 60_000 }).not.toBe("");
  expect(folded(await markedWords(page))).toBe(folded(quote));
  expect(quote).toContain("FASTA and BLAST have the same goal");
}

/** Without white space and hyphens: the lines of a PDF have no spaces between them, and split words. */
const folded = (text: string): string => text.normalize("NFKC").replaceAll(/[\s-]/g, "");

/** The words that the page marks. */
async function markedWords(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const ranges = [...(CSS.highlights.get("cited") ?? [])] as Range[];
    return ranges.map(String).join("");
  });
}

/** The quote of the first number, from its card. */
async function quoteOf(page: Page): Promise<string> {
  await page.locator("button.chip").first().hover();
  const mark = page.locator(".hover-card mark").first();
  await mark.waitFor();
  return (await mark.textContent()) ?? "";
}
