import { join } from "node:path";
import { expect, test } from "vitest";
import { readDataSet } from "../../eval/data/read-data-set.ts";
import { holds } from "../../eval/measure/holds.ts";

const SAMPLE = join(import.meta.dirname, "..", "..", "eval", "samples", "island");

test("what the sample expects in quotes stands in its texts, and every document is there", async () => {
  const { documents, questions, conversations } = await readDataSet(SAMPLE);
  const texts = new Map<string, string>();
  for (const { id, read } of documents) texts.set(id, new TextDecoder().decode(await read()));
  const isAnywhere = (words: string): boolean => [...texts.values()].some((text) => holds(text, words));
  const missing: string[] = [];
  for (const { text, kind, about, answers } of questions) {
    if (kind === "answerable" && answers.length === 0) missing.push(`an answer to: ${text}`);
    for (const answer of answers) if (!holds(texts.get(about[0] ?? "") ?? "", answer)) missing.push(answer);
  }
  for (const { doc, turns } of conversations) {
    if (doc !== undefined && !texts.has(doc)) missing.push(doc);
    for (const { answers = [], all = [], never = [] } of turns)
      missing.push(...[...answers, ...all, ...never].filter((words) => !isAnywhere(words)));
  }
  expect(missing).toEqual([]);
  expect({ documents: documents.length, questions: questions.length, conversations: conversations.length }).toEqual({
    documents: 11,
    questions: 42,
    conversations: 70,
  });
});
