import { type Embedder, EmbedderError } from "../../models/embedder.ts";
import { questionLanguage } from "../../text/question-language.ts";
import type { IndexStore } from "../index-store.ts";
import { passageSentences } from "./passage-sentences.ts";
import { measureScale } from "./similarity-scale.ts";
import { embedWithRetry } from "./embed-with-retry.ts";
import { advance, type EmbeddingJob, isUnchanged, nextJob, nextTexts } from "./embedding-jobs.ts";
import { reportEmbedded } from "./embedding-reports.ts";
import { addVectors, type ChunkVectors } from "./vector-blocks.ts";
import { dropPreviousSet, findSet, saveScale, ensureVectorSet, type VectorSet } from "./vector-sets.ts";

interface ReadChunk {
  readonly row: number;
  readonly sentences: readonly string[];
}

/** `done`: the queue is empty. `tidy`: old vectors must be deleted first. */
export type BatchOutcome = "more" | "tidy" | "done" | EmbedderError;

/**
 * Embeds one batch of sentences. One transaction stores the vectors and the next position, but only if
 * searches still read the run. If the batch fails, the next call repeats it.
 */
export async function embedBatch(
  { storage }: Pick<IndexStore, "storage">,
  embedder: Embedder,
): Promise<BatchOutcome> {
  const { sql } = storage;
  const { set, job } = storage.transactionSync(() => begin(sql, embedder));
  if (set === null) return "tidy";
  if (job === null) return "done";
  try {
    if (!embedder.isBuiltIn && set.mean === null) {
      saveScale(sql, set, await measureScale(embedder));
      return "more";
    }
    const chunks = fewChunks(
      nextTexts(sql, job, set, embedder.batch).map((chunk) => readChunk(chunk, embedder)),
      embedder.batch,
    );
    const texts = chunks.flatMap(({ sentences }) => sentences);
    const vectors = texts.length === 0 ? [] : await embedWithRetry(embedder, texts);
    storage.transactionSync(() => store(sql, { set, job, chunks, vectors }));
    return "more";
  } catch (error) {
    if (error instanceof EmbedderError) return error;
    throw error;
  }
}

function begin(sql: SqlStorage, embedder: Embedder): { set: VectorSet | null; job: EmbeddingJob | null } {
  const set = ensureVectorSet(sql, embedder);
  const job = set === null ? null : nextJob(sql, (done) => reportEmbedded(sql, done, set, embedder));
  if (set !== null && job === null) dropPreviousSet(sql);
  return { set, job };
}

interface Encoded {
  readonly set: VectorSet;
  readonly job: EmbeddingJob;
  readonly chunks: readonly ReadChunk[];
  readonly vectors: readonly Int8Array[];
}

function store(sql: SqlStorage, { set, job, chunks, vectors }: Encoded): void {
  const now = findSet(sql, "current");
  if (now?.name !== set.name || now.half !== set.half || !isUnchanged(sql, job)) return;
  let first = 0;
  const made = chunks.map(({ row, sentences }): ChunkVectors => {
    const own = vectors.slice(first, (first += sentences.length));
    return { row, vectors: joined(own, set.dimensions) };
  });
  addVectors(
    sql,
    set,
    made.filter((each) => each.vectors.length > 0),
  );
  // Without further chunks, the run counts as done.
  advance(sql, job, chunks.length > 0 ? chunks.length : job.chunks);
}

/** The built-in encoder knows only English. Searches find texts in other languages by their words. */
function readChunk({ row, text }: { row: number; text: string }, { isBuiltIn }: Embedder): ReadChunk {
  const isKnown = text !== "" && (!isBuiltIn || questionLanguage(text) === "en");
  return { row, sentences: isKnown ? passageSentences(text) : [] };
}

/** As many chunks as fit into a batch, but at least one chunk. */
function fewChunks(chunks: readonly ReadChunk[], most: number): ReadChunk[] {
  const few: ReadChunk[] = [];
  let sentences = 0;
  for (const chunk of chunks) {
    sentences += chunk.sentences.length;
    if (few.length > 0 && sentences > most) break;
    few.push(chunk);
  }
  return few;
}

function joined(vectors: readonly Int8Array[], dimensions: number): Int8Array {
  const all = new Int8Array(vectors.length * dimensions);
  for (const [at, vector] of vectors.entries()) all.set(vector, at * dimensions);
  return all;
}
