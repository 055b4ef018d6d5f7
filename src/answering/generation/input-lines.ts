import { headingContextOf } from "../extraction/heading-context.ts";
import type { CitableSentence } from "../extraction/citable-sentences.ts";
import type { CitedSentence } from "../verification/mark-request.ts";
import type { NumberedSentences } from "./number-sentences.ts";

const PICTURE = /!\[[^[\]]{0,300}\]\([^()]{0,500}\)/g;
const NUMBER = /^⟨\d+⟩ /;

/** Returns the lines that a model's answer may rest on, without their numbers. */
export function inputLines({ evidence }: NumberedSentences, question: string): string[] {
  return [...evidence.split("\n").map((line) => line.replace(NUMBER, "")), question];
}

/**
 * Returns the sentences without the targets of pictures. Only their addresses may stand in an answer, because
 * anyone who uploads a document chooses its title.
 */
export function citableTexts({ sentences }: NumberedSentences): string[] {
  return sentences.flatMap(({ text, isUntrusted }) => (isUntrusted ? [] : [text.replace(PICTURE, "")]));
}

/** Adds the context of the cited sentence. */
export function citedSentenceOf({ passage, previous, text }: CitableSentence): CitedSentence {
  const about = [passage.displayName, headingContextOf(passage)?.headings ?? "", previous?.text ?? ""].filter(
    (each) => each !== "",
  );
  return { text, about: about.join("\n") };
}
