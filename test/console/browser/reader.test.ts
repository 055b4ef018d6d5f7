/** A document alone: pages, zoom, marks, search, copies. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { addReadyFile, type RemoteUser, textFile } from "../../support/http/remote-user.ts";
import { makePdf, pageOf } from "../../support/fixtures/documents/pdf.ts";
import { pdfOf } from "../../hostile/pdf.ts";
import { type Console, PHONE, startConsole } from "./console.ts";
import { drawnMark } from "./drawn-mark.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { addFile, follow, heightOfMark, markedAt, storedText, type StoredVersion } from "./marked-words.ts";

const QUOTE = "Other matrices include a series of modern PAM-based matrices";

let it: Console;
let ada: RemoteUser;
let guide: string;
let stored: StoredVersion;
let start: number;
let end: number;
beforeAll(async () => {
  it = await startConsole();
  ada = await it.person("ada");
  guide = await addFile(ada, "samples/fasta-guide.pdf", "application/pdf");
  stored = await storedText(ada, guide);
  start = stored.text.indexOf(QUOTE);
  end = start + QUOTE.length;
});

const addressOf = (assetId: string, { version }: StoredVersion, from: number, to: number): string =>
  `/d/${assetId}?v=${version}&at=${from}-${to}`;

async function addText(name: string, text: string): Promise<string> {
  return await addReadyFile(ada, ada.workspace.personalId, textFile(name, text));
}

/** A PDF whose pages have unused streams between them. */
function pagesWithAttachments(count: number, bytes: number): Uint8Array<ArrayBuffer> {
  const first = 4;
  const kids = Array.from({ length: count }, (_, at) => `${first + at * 3} 0 R`).join(" ");
  const pages = Array.from({ length: count }, (_, at) => {
    const words = `BT /F 12 Tf 72 700 Td (Plan of pier ${at + 1}.) Tj ET`;
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents ${first + at * 3 + 1} 0 R>>`,
      { dictionary: "", stream: words },
      { dictionary: "", stream: "x".repeat(bytes) },
    ];
  });
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...pages.flat(),
  ];
  return Uint8Array.from(pdfOf(objects));
}

/** The marked lines in shares of their page. */
async function placeOnPage(page: Page): Promise<readonly number[]> {
  return await page.evaluate(() => {
    const ranges = [...(CSS.highlights.get("cited") as unknown as Iterable<Range>)];
    const frame = ranges[0]!.startContainer.parentElement!.closest(".pdf-page")!.getBoundingClientRect();
    return ranges.flatMap((range) => {
      const { left, top, width } = range.getBoundingClientRect();
      return [(left - frame.left) / frame.width, (top - frame.top) / frame.height, width / frame.width];
    });
  });
}

describe("a PDF", () => {
  test("opens at the page of the words, with exactly these marked at a third of the height", async () => {
    const page = await it.open(ada, addressOf(guide, stored, start, end));
    expect(await markedAt(page, start, end)).toEqual({
      state: "marked",
      words: "Other matrices in-clude a series of modern PAM-based matrices",
    });
    await expect.poll(async () => await heightOfMark(page)).toBeGreaterThan(0.2);
    expect(await heightOfMark(page)).toBeLessThan(0.45);
    expect(await page.getByLabel("Go to page").inputValue()).toBe("17");
    await expectAccessible(page);
  });

  test.each(["light", "dark"] as const)(
    "keeps the mark on the words at each zoom, in %s",
    async (colorScheme) => {
      const page = await it.open(ada, addressOf(guide, stored, start, end), { colorScheme });
      await markedAt(page, start, end);
      const percent = page.locator(".reader-percent");
      const seen: (readonly number[])[] = [];
      for (const [wanted, button] of [
        ["50 %", "Smaller"],
        ["100 %", "Larger"],
        ["300 %", "Larger"],
      ] as const) {
        while ((await percent.textContent()) !== wanted)
          await page.getByRole("button", { name: button, exact: true }).click();
        await page.locator('.pdf-page[data-page="17"] canvas').waitFor();
        seen.push(await placeOnPage(page));
        expect((await markedAt(page, start, end)).state).toBe("marked");
        const { paper, ink, contrast } = await drawnMark(page);
        // Yellow paper below dark letters.
        expect(paper.red).toBeGreaterThan(paper.blue + 40);
        expect({ wanted, ink, paper, isReadable: contrast >= 4.5 }).toEqual({
          wanted,
          ink,
          paper,
          isReadable: true,
        });
      }
      const [small, middle, large] = seen;
      for (const [at, share] of (middle ?? []).entries()) {
        expect(small?.[at]).toBeCloseTo(share, 2);
        expect(large?.[at]).toBeCloseTo(share, 2);
      }
    },
  );

  test("stays on paper in dark mode, in a dark frame", async () => {
    const page = await it.open(ada, addressOf(guide, stored, start, end), { colorScheme: "dark" });
    await markedAt(page, start, end);
    const colorOf = async (selector: string): Promise<string> =>
      await page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colorOf(".pdf-page")).toBe("rgb(239, 236, 228)");
    expect(await colorOf(".reader")).toBe("rgb(18, 19, 24)");
    await expectAccessible(page);
  });

  test("opens at a page that the address names", async () => {
    const page = await it.open(ada, `/d/${guide}?page=12`);
    await page.locator('.pdf-page[data-page="12"] canvas').waitFor();
    await expect.poll(async () => await page.getByLabel("Go to page").inputValue()).toBe("12");
  });

  test("loads pdf.js only when it is opened", async () => {
    const note = await addText("note.txt", "The lamp burns oil.");
    const page = await it.open(ada, `/d/${note}`);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await page.getByText("The lamp burns oil.").waitFor();
    await page.reload();
    await page.getByText("The lamp burns oil.").waitFor();
    expect(loaded.filter((path) => path.includes("pdf"))).toEqual([]);
    await follow(page, `/d/${guide}`);
    await page.locator(".pdf-page canvas").first().waitFor();
    expect(loaded.filter((path) => /pdf\.worker/.test(path))).toHaveLength(1);
  });

  test("of more than 4 MB is read by ranges", async () => {
    const bytes = pagesWithAttachments(12, 500_000);
    const file = { name: "plans.pdf", contentType: "application/pdf", bytes };
    const plans = await addReadyFile(ada, ada.workspace.personalId, file);
    const { text, version } = await storedText(ada, plans);
    const quote = "Plan of pier 9.";
    const from = text.indexOf(quote);
    const page = await it.open(ada);
    let read = 0;
    page.on("response", (response) => {
      if (response.status() === 206) read += Number(response.headers()["content-length"]);
    });
    await follow(page, `/d/${plans}?v=${version}&at=${from}-${from + quote.length}`);
    expect((await markedAt(page, from, from + quote.length)).words).toBe(quote);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(bytes.length / 2);
  });

  test("of more than 200 pages keeps three pages drawn", async () => {
    const pages = Array.from({ length: 240 }, (_, at) => pageOf(`Page ${at + 1} of the log.`));
    const file = { name: "log.pdf", contentType: "application/pdf", bytes: makePdf({ pages }) };
    const log = await addReadyFile(ada, ada.workspace.personalId, file);
    const page = await it.open(ada, `/d/${log}`);
    const field = page.getByLabel("Go to page");
    for (const wanted of [40, 120, 200, 239]) {
      await field.fill(String(wanted));
      await field.press("Enter");
      await page.locator(`.pdf-page[data-page="${wanted}"] canvas`).waitFor();
      expect(await page.locator(".pdf-page canvas").count()).toBeLessThanOrEqual(3);
    }
  });

  test("can be read as text at the same words", async () => {
    const page = await it.open(ada, addressOf(guide, stored, start, end));
    await markedAt(page, start, end);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await page.locator(".reader-scroller.blocks").waitFor();
    await expect.poll(async () => (await markedAt(page, start, end)).words).toBe(QUOTE);
  });
});

describe("the search", () => {
  test("finds words in the whole text and goes from hit to hit", async () => {
    const lines = Array.from({ length: 9_000 }, (_, at) =>
      at % 3_000 === 7 ? `Buoy ${at}` : `Log entry ${at}`,
    );
    const log = await addText("log.txt", lines.join("\n"));
    const page = await it.open(ada, `/d/${log}`);
    await page.getByRole("button", { name: "Find in the document" }).click();
    const field = page.getByRole("searchbox", { name: "Find in the document" });
    await field.fill("buoy");
    await page.locator(".reader-find").getByText("1 of 3 hits").waitFor();
    await field.press("Enter");
    await page.locator(".reader-find").getByText("2 of 3 hits").waitFor();
    await page.getByText("Buoy 3007").waitFor();
    const here = await page.evaluate(() =>
      [...(CSS.highlights.get("here") as Iterable<AbstractRange>)].map(String),
    );
    expect(here).toEqual(["Buoy"]);
    await field.fill("anchor");
    await page.locator(".reader-find").getByText("No hits").waitFor();
    await field.press("Escape");
    await field.waitFor({ state: "detached" });
    expect(await page.evaluate(() => CSS.highlights.has("here"))).toBe(false);
  });

  test("goes to the page of a hit in a PDF", async () => {
    const page = await it.open(ada, `/d/${guide}`);
    await page.locator(".pdf-page canvas").first().waitFor();
    await page.getByRole("button", { name: "Find in the document" }).click();
    await page.getByRole("searchbox", { name: "Find in the document" }).fill("modern PAM-based matrices");
    await expect
      .poll(
        async () =>
          await page.evaluate(() =>
            [...((CSS.highlights.get("here") as Iterable<AbstractRange> | undefined) ?? [])]
              .map(String)
              .join(""),
          ),
      )
      .toBe("modern PAM-based matrices");
    expect(await page.getByLabel("Go to page").inputValue()).toBe("17");
  });
});

describe("a long text", () => {
  test("draws more while it is scrolled, and the lines in sight stay where they are", async () => {
    const text = Array.from({ length: 30_000 }, (_, at) => `Entry ${at} of the log`).join("\n");
    const log = await addText("entries.txt", text);
    const version = (await storedText(ada, log)).version;
    const from = text.indexOf("Entry 20000 ");
    const page = await it.open(ada, `/d/${log}?v=${version}&at=${from}-${from + 11}`);
    await markedAt(page, from, from + 11);
    const numberOf = async (): Promise<string | null> =>
      await page
        .locator(".line", { hasText: "Entry 20000 " })
        .locator(".line-number")
        .getAttribute("data-line");
    expect(await numberOf()).toBe("20001");
    const drawn = async (): Promise<number> => await page.locator(".line").count();
    const before = await drawn();
    const first = Number((await page.locator(".line-number").first().getAttribute("data-line")) ?? 0);
    await page.locator(".reader-scroller").evaluate((scroller) => scroller.scrollTo({ top: 600 }));
    const top = await page
      .locator(".line")
      .nth(60)
      .evaluate((line) => [line.textContent, line.getBoundingClientRect().top] as const);
    await expect
      .poll(async () => Number(await page.locator(".line-number").first().getAttribute("data-line")))
      .toBeLessThan(first);
    expect(await drawn()).toBeGreaterThan(before);
    const moved = await page
      .locator(".line", { hasText: top[0] ?? "" })
      .first()
      .evaluate((line) => line.getBoundingClientRect().top);
    expect(Math.abs(moved - top[1])).toBeLessThan(2);
  });
});

test("on a phone the document and its bars fit the width", async () => {
  const page = await it.open(ada, addressOf(guide, stored, start, end), { viewport: PHONE });
  await markedAt(page, start, end);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test("an unknown document says that one may not see it, or that it does not exist", async () => {
  const eve = await it.person("eve");
  const page = await it.open(eve, `/d/${guide}`);
  await page.getByText("You may not see this, or it does not exist.").waitFor();
  expect(await page.locator(".reader-scroller").count()).toBe(0);
});
