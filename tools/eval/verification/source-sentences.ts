import { splitSentences } from "../../../src/text/sentences.ts";
import type { DataSet } from "../data/data-set.ts";

const MAX_DOCUMENTS = 2_000;
const [MIN_WORDS, MAX_WORDS] = [6, 45];

/** A sentence of a document with its context: the document's title and the previous sentence. */
export interface SourceSentence {
  readonly document: string;
  readonly group: string;
  readonly text: string;
  readonly about: string;
  /** Whether it is a complete sentence of usual length. Others can be cited but not transformed. */
  readonly isProse: boolean;
}

/** The sentences of each text of a set, by document id. */
export async function sentencesOfSet({ documents }: DataSet): Promise<Map<string, SourceSentence[]>> {
  const all = new Map<string, SourceSentence[]>();
  for (const { id, title, group, contentType, read } of documents.slice(0, MAX_DOCUMENTS)) {
    if (contentType !== "text/plain" && contentType !== "text/markdown") continue;
    const text = new TextDecoder().decode(await read());
    const sentences = splitSentences(text).map(({ start, end }) =>
      text.slice(start, end).replace(/\s+/g, " "),
    );
    all.set(
      id,
      sentences.map((sentence, at) => ({
        document: id,
        group,
        text: sentence,
        about: [title, sentences[at - 1] ?? ""].join("\n"),
        isProse: isProse(sentence),
      })),
    );
  }
  return all;
}

function isProse(text: string): boolean {
  const words = text.split(" ").length;
  return (
    words >= MIN_WORDS &&
    words <= MAX_WORDS &&
    /^[\p{Lu}"“]/u.test(text) &&
    text.endsWith(".") &&
    !/[|#]/.test(text)
  );
}
