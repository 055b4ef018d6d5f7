import { join } from "node:path";
import { expect, test } from "vitest";
import { toSourceDocument } from "../../tools/eval/data/source-document.ts";
import { readDataSet } from "../../tools/eval/data/read-data-set.ts";
import { containsText } from "../../tools/eval/measure/contains-text.ts";
import { extractText } from "../../src/ingestion/extract/extract-text.ts";
import { readDocument } from "../../src/ingestion/extraction/read-document.ts";

const SAMPLES = join(import.meta.dirname, "..", "..", "tools", "eval", "samples");
const SAMPLE = join(SAMPLES, "island");

test("the expected quotes of the evaluation sample occur in its texts, and each of its documents exists", async () => {
  const { documents, questions, conversations } = await readDataSet(SAMPLE);
  const texts = new Map<string, string>();
  for (const { id, read } of documents) texts.set(id, new TextDecoder().decode(await read()));
  const isAnywhere = (words: string): boolean =>
    [...texts.values()].some((text) => containsText(text, words));
  const missing: string[] = [];
  for (const { text, kind, about, answers } of questions) {
    if (kind === "answerable" && answers.length === 0) missing.push(`an answer to: ${text}`);
    for (const answer of answers)
      if (!containsText(texts.get(about[0] ?? "") ?? "", answer)) missing.push(answer);
  }
  for (const { doc, turns } of conversations) {
    if (doc !== undefined && !texts.has(doc)) missing.push(doc);
    for (const { answers = [], all = [], never = [] } of turns)
      missing.push(...[...answers, ...all, ...never].filter((words) => !isAnywhere(words)));
  }
  expect(missing).toEqual([]);
  expect({
    documents: documents.length,
    questions: questions.length,
    conversations: conversations.length,
  }).toEqual({
    documents: 11,
    questions: 42,
    conversations: 70,
  });
});

test("the texts extracted from the guides contain the answers to their questions", async () => {
  const { documents, questions } = await readDataSet(join(SAMPLES, "guides"));
  const texts = new Map<string, string>();
  for (const { id, contentType, title, read } of documents) {
    const { bytes } = await readDocument(
      { bytes: await read(), contentType, originalFileName: title },
      extractText,
    );
    texts.set(id, new TextDecoder().decode(bytes));
  }
  const answerable = questions.filter(({ kind }) => kind === "answerable");
  const missing = answerable.flatMap(({ text, about: [document = ""], answers }) =>
    answers.length > 0 && answers.every((answer) => containsText(texts.get(document) ?? "", answer))
      ? []
      : [text],
  );
  expect(missing).toEqual([]);
  expect({
    documentCount: documents.length,
    answerableCount: answerable.length,
    questionCount: questions.length,
  }).toEqual({
    documentCount: 6,
    answerableCount: 60,
    questionCount: 90,
  });
});

test("an evaluation set names only files of its own folder and of the project's samples", () => {
  const of = (file: string) => toSourceDocument(SAMPLE, { id: "one", title: "", file });
  expect(of("../../../../samples/ripgrep-guide.md").contentType).toBe("text/markdown");
  for (const file of ["../harbour/texts/boats.csv", "../../../../samples/../package.json", "/etc/hosts"]) {
    expect(() => of(file)).toThrow("in neither the set's folder nor the project's samples");
  }
});
