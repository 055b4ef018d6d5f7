import { log } from "../../log.ts";
import { type Embedder, EmbedderError } from "../../models/embedder.ts";
import { stem } from "../../text/stemmer.ts";
import { isStopWord, type Term, termsOf } from "../../text/terms.ts";
import { type RequestSimilarity, SIMILARITY_BY_SPELLING, similarityByVectors } from "./request-similarity.ts";

interface Named {
  readonly displayName: string;
}

/** Maximum length of an overview request. Longer messages are ordinary questions. */
const MAX_CHARS = 160;
/** Maximum number of adjacent words to leave out as a possible subject. */
const MAX_SUBJECT_WORDS = 3;
const LETTER = /[\p{L}\p{N}]/u;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * Recognizes a request for an overview by its meaning.
 * @param documents documents that the message may name
 * @returns the documents that the request names, or none for all documents in scope; null for another message
 */
export async function recognizeOverview<T extends Named>(
  message: string,
  documents: readonly T[],
  embedder: Embedder | null,
): Promise<readonly T[] | null> {
  if (message.length > MAX_CHARS || !LETTER.test(message)) return null;
  try {
    if (embedder !== null) return await recognize(message, documents, similarityByVectors(embedder));
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    log("warn", "overview_by_spelling", { kind: error.kind });
  }
  return await recognize(message, documents, SIMILARITY_BY_SPELLING);
}

async function recognize<T extends Named>(
  message: string,
  documents: readonly T[],
  { of, min, gain }: RequestSimilarity,
): Promise<readonly T[] | null> {
  const unnamed = Map.groupBy(documents, ({ displayName }) => withoutName(message, displayName));
  unnamed.delete(message);
  const rests = [...unnamed.keys()].filter((rest) => LETTER.test(rest));
  const [asWritten = 0, ...similarities] = await of([message, ...rests]);
  const best = Math.max(0, ...similarities);
  if (best >= min && best > asWritten) return unnamed.get(rests[similarities.indexOf(best)] ?? "") ?? null;
  if (asWritten < min) return null;
  const withoutSubject = Math.max(0, ...(await of(withoutWords(message))));
  return withoutSubject > asWritten + gain ? null : [];
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
