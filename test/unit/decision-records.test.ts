import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../docs/adr");
const SECTIONS = ["Status", "Context", "Decision", "Consequences"];
const MAX_WORDS = 350;

const files = (await readdir(FOLDER)).filter((file) => file !== "README.md").toSorted();
const records = await Promise.all(
  files.map(async (file) => ({ file, text: await readFile(join(FOLDER, file), "utf8") })),
);

function titleOf(text: string): string {
  return text.slice(0, text.indexOf("\n"));
}

test("decision records have numbers from 0001 without gaps", () => {
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers).toEqual(files.map((_, index) => String(index + 1).padStart(4, "0")));
});

test("the index of decision records lists each record once, by number and title", async () => {
  const index = await readFile(join(FOLDER, "README.md"), "utf8");
  const entries = index.split("\n").filter((line) => line.startsWith("- "));
  expect(entries).toEqual(records.map(({ file, text }) => `- [${titleOf(text).slice(2)}](${file})`));
});

describe.each(records)("decision record $file", ({ file, text }) => {
  test("a decision record has a title of its number and a subject of at most eight words", () => {
    expect(titleOf(text)).toMatch(new RegExp(`^# ${file.slice(0, 4)} [A-Z\`][^.,:;?]*$`));
    expect(titleOf(text).split(" ").length).toBeLessThanOrEqual(10);
  });

  test("a decision record has the four sections in order", () => {
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(SECTIONS);
  });

  test(`a decision record has at most ${MAX_WORDS} words`, () => {
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS);
  });

  test("a decision record links to files that exist", async () => {
    const links = [...text.matchAll(/\]\((\d{4}-[^)#]+\.md)/g)].map(([, link]) => link);
    expect(files).toEqual(expect.arrayContaining(links));
  });
});
