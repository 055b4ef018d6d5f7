import * as z from "zod";
import type { AttributedSentence, SetFiles } from "../attributed-sentence.ts";
import { citedBy, sentencesOf, sourceSentences } from "../source-sentences.ts";
import { readFiles } from "./read-lines.ts";

const summaries = z.array(
  z.object({
    doc: z.string(),
    summary: z.string(),
    label: z.literal([0, 1]),
    edit_types: z.array(z.string()).default([]),
  }),
);
type Summary = z.output<typeof summaries>[number];

/**
 * SummEdits (Laban and others, 2023): summaries of ten domains, each with single edits that keep or break
 * consistency. Annotators judged whole summaries, so all sentences of a consistent one are supported. In an
 * inconsistent one, the sentence that no consistent summary contains is unsupported, if there is exactly one;
 * otherwise the summary is dropped.
 */
export function readSummEdits(files: SetFiles): AttributedSentence[] {
  return readFiles(files, /\/summedits_\w+\.json$/, summaries).flatMap(({ content }) =>
    [...Map.groupBy(content, ({ doc }) => doc)].flatMap(([doc, own]) => sentencesOfOne(doc, own)),
  );
}

function sentencesOfOne(doc: string, own: readonly Summary[]): AttributedSentence[] {
  const sources = sourceSentences([{ title: "", sentences: sentencesOf(doc) }]);
  const consistent = new Set(own.flatMap(({ label, summary }) => (label === 1 ? sentencesOf(summary) : [])));
  const changed = new Map<string, string>();
  for (const { label, summary, edit_types: types } of own) {
    const [only, ...others] = sentencesOf(summary).filter((sentence) => !consistent.has(sentence));
    if (label === 0 && only !== undefined && others.length === 0) changed.set(only, labelOf(types));
  }
  const made = (sentence: string, label: string, isSupported: boolean): AttributedSentence => {
    return {
      group: doc,
      label,
      isSupported,
      sentence,
      question: "",
      cited: citedBy(sentence, sources),
      given: sources.given,
    };
  };
  return [
    ...[...consistent].map((sentence) => made(sentence, "consistent", true)),
    ...[...changed].map(([sentence, label]) => made(sentence, label, false)),
  ];
}

function labelOf(types: readonly string[]): string {
  const [type] = types;
  return type === undefined
    ? "edited, no type"
    : types.length > 1
      ? "edited, several types"
      : type.replaceAll("_", " ");
}
