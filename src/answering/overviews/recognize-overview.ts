import { log } from "../../log.ts";
import { type Embedder, EmbedderError } from "../../models/embedder.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, type Term, termsOf } from "../../text/terms.ts";
import { requestSimilarities } from "./request-similarities.ts";

interface Named {
  readonly displayName: string;
}

/** Maximum length of an overview request. Longer messages are ordinary questions. */
const MAX_CHARS = 160;
/** Minimum similarity of an overview request. Words are its subject if it rises by more without them. */
const [MIN_SIMILARITY, MIN_GAIN] = [0.28, 0.17];
/** Maximum number of adjacent words to leave out as a possible subject. */
const MAX_SUBJECT_WORDS = 3;
const LETTER = /[\p{L}\p{N}]/u;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * Recognizes a request for an overview by its meaning. Without an embedder, every message is a question.
 * @param documents documents that the message may name
 * @returns the documents that the request names, or none for all documents in scope; null for another message
 */
export async function recognizeOverview<T extends Named>(
  message: string,
  documents: readonly T[],
  embedder: Embedder | null,
): Promise<readonly T[] | null> {
  if (embedder === null || message.length > MAX_CHARS || !LETTER.test(message)) return null;
  try {
    return await recognize(message, documents, embedder);
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    log("warn", "overview_without_vectors", { kind: error.kind });
    return null;
  }
}

async function recognize<T extends Named>(
  message: string,
  documents: readonly T[],
  embedder: Embedder,
): Promise<readonly T[] | null> {
  const of = async (texts: readonly string[]): Promise<number[]> =>
    await requestSimilarities(embedder, texts);
  const unnamed = Map.groupBy(documents, ({ displayName }) => withoutName(message, displayName));
  unnamed.delete(message);
  const rests = [...unnamed.keys()].filter((rest) => LETTER.test(rest));
  const [asWritten = 0, ...similarities] = await of([message, ...rests]);
  const best = Math.max(0, ...similarities);
  if (best >= MIN_SIMILARITY && best > asWritten)
    return unnamed.get(rests[similarities.indexOf(best)] ?? "") ?? null;
  if (asWritten < MIN_SIMILARITY) return null;
  const withoutSubject = Math.max(0, ...(await of(withoutWords(message))));
  return withoutSubject > asWritten + MIN_GAIN ? null : [];
}

/** The message without the words of a document's name. */
function withoutName(message: string, name: string): string {
  const stems = new Set(contentTerms(name).map(({ term }) => stem(term)));
  const named = contentTerms(message).filter(({ term }) => stems.has(stem(term)));
  let rest = "";
  let end = 0;
  for (const span of named) {
    rest += message.slice(end, Math.max(end, span.start));
    end = Math.max(end, span.end);
  }
  return rest + message.slice(end);
}

/** The variants of the message without one to three adjacent words. */
function withoutWords(message: string): string[] {
  const words = [...WORDS.segment(message)].filter(({ isWordLike = false }) => isWordLike);
  const variants = words.flatMap(({ index }, first) =>
    words
      .slice(first, first + MAX_SUBJECT_WORDS)
      .map((last) => message.slice(0, index) + message.slice(last.index + last.segment.length)),
  );
  return variants.filter((variant) => LETTER.test(variant));
}

function contentTerms(text: string): Term[] {
  return termsOf(text).filter(({ term }) => !isStopWord(term));
}
