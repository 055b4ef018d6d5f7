import { formsInForms, onePage, packed, pdfOf, type PdfObject } from "./pdf.ts";

const PAGE =
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9999 9999]/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>>>";
const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const A_LETTER: PdfObject = { dictionary: "", stream: "BT/F 1 Tf(a)Tj ET" };

/** Two lines of one paragraph, in a type so small that any line fits the page. */
const twoLines = (line: string): Uint8Array =>
  onePage(packed(`BT/F .001 Tf 0 99 Td(${line})Tj 0 -.001 Td(b)Tj ET`));

/** `kids` becomes the page tree's array. The pages, if any, are objects 5 and following. */
function pagesOf(kids: string, count: number, content: PdfObject, pages: readonly string[] = []): Uint8Array {
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    content,
    FONT,
    ...pages,
  ]);
}

function pagesOfOneContent(count: number, content: PdfObject): Uint8Array {
  const pages = Array.from({ length: count }, () => PAGE);
  return pagesOf(pages.map((_, at) => `${at + 5} 0 R`).join(" "), count, content, pages);
}

/** Arrays nested this deep. */
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

function withoutTable(objects: number): Uint8Array {
  const body = Array.from({ length: objects }, (_, at) => `${at + 9} 0 obj\n<<>>\n`).join("");
  return new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\n${body}`);
}

function tablesInACircle(): Uint8Array {
  const head = "%PDF-1.4\n";
  return new TextEncoder().encode(
    `${head}xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev ${head.length}>>\nstartxref\n${head.length}\n%%EOF\n`,
  );
}

export const pdfFiles: Readonly<Record<string, readonly [why: string, make: () => Uint8Array]>> = {
  "pdf-a-word-without-end": [
    "a line of 100,000 letters where a hyphen is looked for: 695 bytes",
    () => twoLines("a".repeat(100_000)),
  ],
  "pdf-dots": [
    "a line of 100,000 dots where the leaders of a list of contents are looked for: 695 bytes",
    () => twoLines(`${".".repeat(100_000)}z`),
  ],
  "pdf-dots-apart": ["the same with spaces between", () => twoLines(`${". ".repeat(50_000)}z`)],
  "pdf-roman-page-number": [
    "leaders, then a page number of 100,000 letters",
    () => twoLines(`.... ${"i".repeat(100_000)}z`),
  ],
  "pdf-operators": [
    "one kilobyte that unpacks to 60 million drawing operators",
    () => onePage(packed("q Q ".repeat(30_000_000), 2)),
  ],
  "pdf-strings": [
    "20 kB that unpack to ten million shown strings",
    () => onePage(packed(`BT/F .001 Tf ${"(a)Tj ".repeat(10_000_000)}ET`, 2)),
  ],
  "pdf-lines": [
    "a million lines on one page",
    () => onePage(packed(`BT/F .001 Tf 0 9999 Td ${"(a)Tj 0 -.002 Td ".repeat(1_000_000)}ET`, 2)),
  ],
  "pdf-forms-in-forms": [
    "nine levels of forms that draw the next one ten times: a hundred million letters",
    () => formsInForms(10, 9),
  ],
  "pdf-forms-without-text": [
    "nine levels of forms, the last one draws nothing",
    () => formsInForms(10, 9, "q Q"),
  ],
  "pdf-deep-forms": ["a thousand forms, each in the one before", () => formsInForms(1, 1000)],
  "pdf-pages-of-one-content": [
    "300 pages that share one long content",
    () => pagesOfOneContent(300, packed(`BT/F .001 Tf 0 99 Td ${"(aaaaaaaaaaaa)Tj ".repeat(20_000)}ET`)),
  ],
  "pdf-pages-of-one-bomb": [
    "2,000 pages that share two million operators",
    () => pagesOfOneContent(2_000, packed("q Q ".repeat(1_000_000), 2)),
  ],
  "pdf-page-count": [
    "says that it has 10,000 pages, and has one",
    () => pagesOf("5 0 R", 10_000, A_LETTER, [PAGE]),
  ],
  "pdf-page-many-times": [
    "one page, listed 10,000 times",
    () => pagesOf("5 0 R ".repeat(10_000), 10_000, A_LETTER, [PAGE]),
  ],
  "pdf-page-tree-in-a-circle": [
    "a page tree whose only branch is itself",
    () => pagesOf("2 0 R", 9_999, A_LETTER),
  ],
  "pdf-nested-arrays": [
    "15,000 arrays, one in the other",
    () => pdfOf([`<</Type/Catalog/Pages 2 0 R/X${nested(15_000)}>>`, "<</Type/Pages/Kids[]/Count 0>>"]),
  ],
  "pdf-nested-operands": [
    "20,000 arrays, one in the other, to be shown",
    () => onePage({ dictionary: "", stream: `BT/F 1 Tf ${nested(20_000)}TJ ET` }),
  ],
  "pdf-without-table": [
    "no table of objects, so that 300,000 of them are looked for",
    () => withoutTable(300_000),
  ],
  "pdf-tables-in-a-circle": ["a table of objects that names itself as the one before", tablesInACircle],
};
