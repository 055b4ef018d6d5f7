import { expect, test } from "vitest";
import { isContentsPage } from "../../src/text/is-contents-page.ts";
import { extract } from "../support/fixtures/documents/extract.ts";

/** A text with pages as the programs for RFCs write them: a header, and a footer with the page number. */
const paginated = (bodies: readonly string[]): string =>
  bodies
    .map((body, at) => {
      const header = at === 0 ? "" : "RFC 3533                    OGG                    May 2003\n\n\n";
      return `${header}${body}\n\n\nPfeiffer                 Informational            [Page ${at + 1}]\n`;
    })
    .join("\f\n");

const BODIES = ["First 12 pumps.", "The pump has\n3 valves.", "Version 3 is old.", "Version 4 is new."];

test("headers and footers that repeat on the pages of a plain text stand once", async () => {
  const { text } = await extract(paginated(BODIES), "text/plain", "rfc3533.txt");
  expect(text.match(/Informational/g)).toHaveLength(1);
  expect(text.match(/RFC 3533/g)).toHaveLength(1);
  for (const body of BODIES) expect(text).toContain(body);
});

test("the numbers of lines do not change", async () => {
  const [before, { text }] = [paginated(BODIES), await extract(paginated(BODIES), "text/plain", "a.txt")];
  expect(text.split("\n")).toHaveLength(before.split("\n").length);
  expect(text.split("\n").indexOf("Version 4 is new.")).toBe(before.split("\n").indexOf("Version 4 is new."));
});

test.each([
  ["first lines that differ in a number", "Invoice 17\n\nPump\fInvoice 23\n\nValve\fInvoice 40\n\nSeal"],
  [
    "lines in the middle",
    ["a", "b", "c"].map((word) => `${word}1\n${word}2\nTotal\n${word}3\n${word}4`).join("\f"),
  ],
  ["two pages", "Notes\n\nPump\fNotes\n\nValve"],
  ["a text without pages", "Notes\n\nPump\n\nNotes\n\nValve\n\nNotes\n\nSeal"],
])("%s stay", async (_, text) => {
  expect((await extract(text, "text/plain", "a.txt")).text).toBe(text);
});

const OUTLINE = `- 2.3. Copyright considerations
  - 2.4. Sections
- 3. Binary packages

  - 3.1. The package name

    - 3.1.1. Packages with potentially offensive content

  - 3.2. The version of a package
  - 3.3. The maintainer of a package`;

test("an outline of sections and subsections without page numbers is a contents page", () => {
  expect(isContentsPage(OUTLINE)).toBe(true);
  expect(isContentsPage(OUTLINE.replaceAll("- ", "").replaceAll(/(\d)\. /g, "$1 "))).toBe(true);
});

test.each([
  [
    "an outline below an introduction",
    `This manual describes the policy of the archive, its structure and its contents.\nIt is version 4.6.2.0, released in December.\n\n${OUTLINE}`,
  ],
  [
    "numbered steps",
    ["Close the valve", "Pull the lever", "Wait", "Open the lid", "Fill the tank", "Start"]
      .map((step, at) => `${at + 1}. ${step}`)
      .join("\n"),
  ],
  [
    "numbered clauses",
    Array.from({ length: 8 }, (_, at) => `2.${at + 1} The tenant pays fee ${at} in advance.`).join("\n"),
  ],
  ["versions that fall", Array.from({ length: 8 }, (_, at) => `- 2.${9 - at} Faster pumps`).join("\n")],
  ["a table of measures", Array.from({ length: 8 }, (_, at) => `${at}.5 ${at * 3}.7 ${at}.2`).join("\n")],
])("%s is no contents page", (_, text) => {
  expect(isContentsPage(text)).toBe(false);
});
