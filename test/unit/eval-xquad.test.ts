import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDataSets } from "../../tools/eval/data/read-data-sets.ts";
import { newFolder } from "../support/fixtures/folders.ts";

/** Two articles in the layout of XQuAD, the first with two paragraphs. */
function squad(word: string): string {
  const paragraph = (id: string) => ({
    context: `${word} ${id}.`,
    qas: [{ id, question: `${word}? ${id}`, answers: [{ text: word, answer_start: 0 }] }],
  });
  const data = [
    { title: "One", paragraphs: [paragraph("a"), paragraph("b")] },
    { title: "Two", paragraphs: [paragraph("c")] },
  ];
  return JSON.stringify({ data, version: "1.1" });
}

async function xquad(): Promise<string> {
  const folder = await newFolder();
  await writeFile(join(folder, "xquad.de.json"), squad("Hafen"));
  await writeFile(join(folder, "xquad.en.json"), squad("Harbour"));
  await writeFile(join(folder, "README.md"), "");
  return folder;
}

test("a folder with XQuAD is one set per language, with the paragraphs of an article in one group", async () => {
  const [german, english, ...others] = await readDataSets([await xquad()], null);
  expect([german?.name, english?.name, others]).toEqual(["xquad/de", "xquad/en", []]);
  expect(english?.documents.map(({ id, group }) => [id, group])).toEqual([
    ["0-0", "0"],
    ["0-1", "0"],
    ["1-0", "1"],
  ]);
  expect(new TextDecoder().decode(await english?.documents[1]?.read())).toBe("Harbour b.");
  expect(english?.questions[1]).toEqual({
    id: "b",
    text: "Harbour? b",
    kind: "answerable",
    relevance: new Map([["0-1", 1]]),
    answers: ["Harbour"],
    about: ["0-1"],
  });
});

test("the questions of one language can be asked of the documents of another", async () => {
  const [german, english] = await readDataSets([await xquad()], "de");
  expect([german?.name, english?.name]).toEqual(["xquad/de", "xquad/de-en"]);
  expect(english?.questions.map(({ text, answers }) => [text, answers])).toEqual([
    ["Hafen? a", ["Harbour"]],
    ["Hafen? b", ["Harbour"]],
    ["Hafen? c", ["Harbour"]],
  ]);
});

test("a file in another layout and a language without a file are refused by name", async () => {
  const folder = await xquad();
  await expect(readDataSets([folder], "fr")).rejects.toThrow(/xquad\.fr\.json/);
  await writeFile(join(folder, "xquad.en.json"), "{}");
  await expect(readDataSets([folder], null)).rejects.toThrow(/xquad\.en\.json/);
  await expect(readDataSets([await newFolder()], "de")).rejects.toThrow(/--ask-in/);
});
