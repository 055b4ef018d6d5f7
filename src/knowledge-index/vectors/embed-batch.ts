import { type Embedder, EmbedderError } from "../../models/embedder.ts";
import type { IndexStore } from "../index-store.ts";
import { type PassageUnits, passageUnits } from "./passage-units.ts";
import { measureScale } from "./similarity-scale.ts";
import { embedWithRetry } from "./embed-with-retry.ts";
import { advance, type EmbeddingJob, isUnchanged, nextJob, nextTexts } from "./embedding-jobs.ts";
import { reportEmbedded } from "./embedding-reports.ts";
import { addVectors, type ChunkVectors } from "./vector-blocks.ts";
import { addToSum } from "./vector-sum.ts";
import {
  dropPreviousSet,
  findSet,
  saveScale,
  saveSum,
  sumOf,
  ensureVectorSet,
  type VectorSet,
} from "./vector-sets.ts";

interface ReadChunk {
  readonly row: number;
  readonly units: PassageUnits;
}

/** `done`: the queue is empty. `tidy`: old vectors must be deleted first. */
export type BatchOutcome = "more" | "tidy" | "done" | EmbedderError;

/**
 * Embeds one batch of passages. One transaction stores the vectors and the next position, but only if
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
    const chunks = fewChunks(nextTexts(sql, job, set, embedder.batch).map(readChunk), embedder.batch);
    const vectors = await embedTexts(embedder, chunks.flatMap(textsOf));
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
  const summed = saveSum(sql, now, addToSum(sumOf(now), joined(vectors, set.dimensions)));
  let first = 0;
  const made = chunks.map(({ row, units }): ChunkVectors => {
    const own = vectors.slice(first, (first += units.sentences.length + units.windows.length));
    return { row, sentences: units.sentences.length, vectors: joined(own, set.dimensions) };
  });
  addVectors(
    sql,
    summed,
    made.filter((each) => each.vectors.length > 0),
  );
  // Without further chunks, the run counts as done.
  advance(sql, job, chunks.length > 0 ? chunks.length : job.chunks);
}

function readChunk({ row, text, context }: { row: number; text: string; context: string | null }): ReadChunk {
  return { row, units: passageUnits(text, context) };
}

function textsOf({ units: { sentences, windows } }: ReadChunk): string[] {
  return [...sentences, ...windows];
}

/** A text without words gets the zero vector, because a model rejects it or gives it any vector. */
async function embedTexts(embedder: Embedder, texts: readonly string[]): Promise<Int8Array[]> {
  const isEmpty = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);
  const known = texts.filter((text) => !isEmpty(text));
  const vectors = known.length === 0 ? [] : await embedWithRetry(embedder, known);
  let next = 0;
  return texts.map((text) =>
    isEmpty(text)
      ? new Int8Array(embedder.dimensions)
      : (vectors[next++] ?? new Int8Array(embedder.dimensions)),
  );
}

/** As many chunks as fit into a batch, but at least one chunk. */
function fewChunks(chunks: readonly ReadChunk[], most: number): ReadChunk[] {
  const few: ReadChunk[] = [];
  let texts = 0;
  for (const chunk of chunks) {
    texts += textsOf(chunk).length;
    if (few.length > 0 && texts > most) break;
    few.push(chunk);
  }
  return few;
}

function joined(vectors: readonly Int8Array[], dimensions: number): Int8Array {
  const all = new Int8Array(vectors.length * dimensions);
  for (const [at, vector] of vectors.entries()) all.set(vector, at * dimensions);
  return all;
}
