/** Cited words of every format: what the reader marks equals the quote, or nothing is marked. */
import { beforeAll, expect, test } from "vitest";
import { foldText } from "../../../console/src/reader/find-words/fold.ts";
import { splitBlocks } from "../../../src/text/blocks.ts";
import { splitSentences } from "../../../src/text/sentences.ts";
import type { RemoteUser } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { addFile, expectNothingMarked, follow, markedAt, storedText } from "./marked-words.ts";

interface Format {
  readonly name: string;
  readonly files: readonly string[];
  readonly contentType: string;
}

const FORMATS: readonly Format[] = [
  { name: "PDF", files: ["samples/fasta-guide.pdf"], contentType: "application/pdf" },
  { name: "text", files: ["samples/alice-chapter-7.txt"], contentType: "text/plain" },
  { name: "Markdown", files: ["samples/ripgrep-guide.md"], contentType: "text/markdown" },
  { name: "HTML", files: ["samples/sqlite-atomic-commit.html"], contentType: "text/html" },
  { name: "DOCX", files: ["test/documents/harbour.docx"], contentType: "application/octet-stream" },
  { name: "ODT", files: ["test/documents/lighthouse.odt"], contentType: "application/octet-stream" },
  { name: "RTF", files: ["test/documents/boathouse.rtf"], contentType: "application/octet-stream" },
  { name: "EPUB", files: ["test/documents/lighthouse.epub"], contentType: "application/octet-stream" },
  { name: "XLSX", files: ["test/documents/tides.xlsx"], contentType: "application/octet-stream" },
  { name: "ODS", files: ["test/documents/tides.ods"], contentType: "application/octet-stream" },
  { name: "CSV", files: ["test/documents/prices.csv"], contentType: "text/csv" },
  { name: "PPTX", files: ["test/documents/ferries.pptx"], contentType: "application/octet-stream" },
  { name: "ODP", files: ["test/documents/lighthouse.odp"], contentType: "application/octet-stream" },
  {
    name: "mail",
    files: ["test/documents/harbour.eml", "test/documents/newsletter.eml", "test/documents/keeper.mbox"],
    contentType: "application/octet-stream",
  },
  {
    name: "captions",
    files: ["test/documents/council.vtt", "test/documents/interview.srt"],
    contentType: "application/octet-stream",
  },
  { name: "code", files: ["test/documents/tides.py"], contentType: "application/octet-stream" },
  {
    name: "data",
    files: ["test/documents/inventory.json", "test/documents/catalogue.xml", "test/documents/logbook.xml"],
    contentType: "application/octet-stream",
  },
  { name: "calendar", files: ["test/documents/team.ics"], contentType: "application/octet-stream" },
];

const MAX_QUOTES = 100;
/** The least share of quotes that must be marked. */
const LEAST_SHARE = 0.99;

interface Quote {
  readonly start: number;
  readonly end: number;
}

let it: Console;
let ada: RemoteUser;
beforeAll(async () => {
  it = await startConsole();
  ada = await it.person("ada");
});

/** Sentences, items and rows as answers cite them, spread evenly over the text. The rule below a header has no words. */
function quotesOf(text: string): readonly Quote[] {
  const all = [...splitBlocks(text)].flatMap(({ start, end }) =>
    splitSentences(text.slice(start, end), start).filter(
      ({ start: from, end: to }) => unsigned(text.slice(from, to)) !== "",
    ),
  );
  const step = Math.max(1, all.length / MAX_QUOTES);
  return Array.from({ length: Math.min(all.length, MAX_QUOTES) }, (_, at) => all[Math.floor(at * step)]!);
}

/** Headings and rows are drawn without their signs. */
const unsigned = (text: string): string => foldText(text).replace(/[|#>\\]/g, "");

test.each(FORMATS)("$name: the marked words equal the quote", async ({ name, files, contentType }) => {
  const page = await it.open(ada);
  const missing: string[] = [];
  let count = 0;
  for (const file of files) {
    const assetId = await addFile(ada, file, contentType);
    const { text, version } = await storedText(ada, assetId);
    for (const { start, end } of quotesOf(text)) {
      const quote = text.slice(start, end);
      await follow(page, `/d/${assetId}?v=${version}&at=${start}-${end}`);
      const { state, words } = await markedAt(page, start, end);
      count += 1;
      if (state === "marked") {
        expect(unsigned(words)).toBe(unsigned(quote));
        continue;
      }
      missing.push(quote);
      await expectNothingMarked(page);
      await page.getByText(/could not be marked/).waitFor();
    }
  }
  console.log(
    `${name}: ${count - missing.length} of ${count} marked${missing.map((quote) => `\n  ${quote}`).join("")}`,
  );
  expect(count).toBeGreaterThan(2);
  expect((count - missing.length) / count).toBeGreaterThanOrEqual(LEAST_SHARE);
});
