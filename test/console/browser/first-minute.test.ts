/** From the printed link to the marked sentence in the PDF. */
import { beforeAll, expect, test } from "vitest";
import { askSample } from "./ask-sample.ts";
import { type Console, startConsole } from "./console.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const MAX_CLICKS = 5;

test("it takes at most five clicks from the printed link to the marked words of fasta-guide.pdf", async () => {
  const printed = /Open (http\S+)/.exec(it.service.output.stdout)?.[1] ?? "";
  const page = await it.open(null, "/sign-in");
  let clicks = 0;
  await page.exposeFunction("countClick", () => (clicks += 1));
  await page.addInitScript(() =>
    addEventListener("click", () => (globalThis as unknown as { countClick(): void }).countClick(), true),
  );
  await page.goto("about:blank");
  // The first click is on the printed link.
  clicks = 1;
  await page.goto(printed);
  await askSample(page);
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
});
