import * as z from "zod";
import type { AttributedSentence, SetFiles } from "../attributed-sentence.ts";
import { citedBy, sentencesOf, sourceSentences, type SourceSentences } from "../source-sentences.ts";
import { readFiles } from "./read-lines.ts";

const LABELS = ["supported", "partially", "not_supported"] as const;
const annotated = z.array(
  z.object({
    question_id: z.number(),
    question: z.string(),
    annotations: z.array(z.object({ labels: z.array(z.enum(LABELS)), answer: z.string() })),
  }),
);
const documents = z.array(
  z.object({ question_id: z.number(), docs: z.array(z.object({ title: z.string(), text: z.string() })) }),
);
/** The model's end token, which is not part of the text. */
const END_OF_TEXT = "</s>";

/**
 * LFQA verification (Chen and others, 2023): sentences of long model answers, each compared with documents by
 * three annotators. The majority counts; without one the sentence is dropped. Answers based on human-chosen
 * documents are compared with those, all others with WebGPT's.
 */
export function readLfqa(files: SetFiles): AttributedSentence[] {
  const given = new Map(
    readFiles(files, /\/docs-\w+\.json$/, documents).flatMap(({ name, content }) =>
      content.map(({ question_id: id, docs }): [string, SourceSentences] => [
        `${/docs-(\w+)\.json$/.exec(name)?.[1]} ${id}`,
        sourceSentences(docs.map(({ title, text }) => ({ title, sentences: sentencesOf(text) }))),
      ]),
    ),
  );
  return readFiles(files, /\/annotations-\w+\.json$/, annotated).flatMap(({ name, content }) => {
    const written = name.endsWith("_whudoc.json") ? "human" : "webgpt";
    return content.flatMap(({ question_id: id, question, annotations }) => {
      const sources = given.get(`${written} ${id}`);
      return sources === undefined
        ? []
        : annotations.flatMap((one) => sentenceOf(one, { id, question, sources }));
    });
  });
}

function sentenceOf(
  { labels, answer }: z.output<typeof annotated>[number]["annotations"][number],
  {
    id,
    question,
    sources,
  }: { readonly id: number; readonly question: string; readonly sources: SourceSentences },
): AttributedSentence[] {
  const label = LABELS.find((each) => labels.filter((one) => one === each).length > labels.length / 2);
  const sentence = answer.replace(END_OF_TEXT, "").trim();
  if (label === undefined || sentence === "") return [];
  const cited = citedBy(sentence, sources);
  return [
    {
      group: `question ${id}`,
      label,
      isSupported: label === "supported",
      sentence,
      question,
      cited,
      given: sources.given,
    },
  ];
}
