import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { SAMPLES } from "./documents.ts";

export interface Question {
  readonly text: string;
  /** Whether the documents answer the question; null if unknown. */
  readonly isAnswerable: boolean | null;
}

const sampleQuestions = z.array(z.object({ question: z.string(), expectFrom: z.string().nullable() }));

/** Questions about the samples: the first about each, and one without an answer. */
export async function readSampleQuestions(): Promise<Question[]> {
  const all = sampleQuestions.parse(JSON.parse(await readFile(join(SAMPLES, "questions.json"), "utf8")));
  const firstOfEach = all.filter(
    (entry, position) => all.findIndex((other) => other.expectFrom === entry.expectFrom) === position,
  );
  return firstOfEach.map(({ question, expectFrom }) => ({
    text: question,
    isAnswerable: expectFrom !== null,
  }));
}

/** A question for any document: about its first keyword. */
export function questionAbout(keywords: readonly string[]): Question {
  return { text: `What is said about ${keywords[0] ?? "this"}?`, isAnswerable: null };
}
