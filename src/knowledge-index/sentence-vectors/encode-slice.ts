import type { Semantic } from "../../semantic/api.ts";
import { questionLanguage } from "../../text/question-language.ts";
import type { IndexStore } from "../index-store.ts";
import { sentencesOf } from "../meaning/soft-sentences.ts";
import { advance, isStillNext, keepEncoder, nextJob, textsFrom } from "./encoding-queue.ts";

/** What the encoder takes at once. */
const SENTENCES_A_SLICE = 32;

interface EncodedChunk {
  readonly row: number;
  readonly sentences: readonly string[];
}

/**
 * Makes vectors for some sentences: about half a second of the encoder, none of this object. What was encoded is stored in one turn with where
 * to go on, and only if the run is still searched: whatever breaks in between is done once more.
 * @returns whether to go on; null: nobody encodes at the moment
 */
export async function encodeSlice({ storage }: Pick<IndexStore, "storage">, semantic: Semantic): Promise<boolean | null> {
  const { sql } = storage;
  const job = storage.transactionSync(() => {
    keepEncoder(sql, semantic);
    return nextJob(sql);
  });
  if (job === null) return false;
  const chunks = fewChunks(textsFrom(sql, job).map(({ row, text }) => ({ row, sentences: englishSentences(text) })));
  const vectors = await encodeAll(
    semantic,
    chunks.flatMap(({ sentences }) => sentences),
  );
  if (vectors === null) return null;
  storage.transactionSync(() => {
    if (!isStillNext(sql, job)) return;
    let first = 0;
    for (const { row, sentences } of chunks) {
      const own = vectors.slice(first, (first += sentences.length));
      if (own.length > 0) sql.exec("INSERT OR REPLACE INTO sentence_vectors VALUES (?, ?)", row, joined(own));
    }
    // A run without the chunks that it should have is done.
    advance(sql, job, chunks.length > 0 ? chunks.length : job.chunks);
  });
  return true;
}

/** As many chunks as the encoder takes at once, one at least. */
function fewChunks(chunks: readonly EncodedChunk[]): EncodedChunk[] {
  const few: EncodedChunk[] = [];
  let sentences = 0;
  for (const chunk of chunks) {
    sentences += chunk.sentences.length;
    if (few.length > 0 && sentences > SENTENCES_A_SLICE) break;
    few.push(chunk);
  }
  return few;
}

async function encodeAll(semantic: Semantic, sentences: readonly string[]): Promise<Int8Array[] | null> {
  const vectors: Int8Array[] = [];
  for (let first = 0; first < sentences.length; first += SENTENCES_A_SLICE) {
    const some = await semantic.encode(sentences.slice(first, first + SENTENCES_A_SLICE));
    if (some === null) return null;
    vectors.push(...some);
  }
  return vectors;
}

/** What is not English is found by its words. */
function englishSentences(text: string): string[] {
  return questionLanguage(text) === "en" ? sentencesOf(text) : [];
}

function joined(vectors: readonly Int8Array[]): ArrayBuffer {
  const all = new Int8Array(vectors.reduce((sum, vector) => sum + vector.length, 0));
  let at = 0;
  for (const vector of vectors) {
    all.set(vector, at);
    at += vector.length;
  }
  return all.buffer;
}
