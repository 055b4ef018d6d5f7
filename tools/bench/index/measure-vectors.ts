import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { cosineSimilarities } from "../../../src/knowledge-index/vectors/cosine-similarities.ts";
import { chunkSimilarities, nearestChunks } from "../../../src/knowledge-index/vectors/nearest-chunks.ts";
import { ResidentCodes } from "../../../src/knowledge-index/vectors/resident-codes.ts";
import { addVectors } from "../../../src/knowledge-index/vectors/vector-blocks.ts";
import { VECTORS } from "../../../src/knowledge-index/vectors/vectors-schema.ts";
import { ensureVectorSet, type VectorSet } from "../../../src/knowledge-index/vectors/vector-sets.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { showNumber, showTable } from "../lib/statistics.ts";

const DEFAULTS = { vectors: [50_000, 100_000], dimensions: [64, 384, 1_024] } as const;
const HEAD = ["vectors", "dimensions", "scan ms", "whole ms", "first ms", "memory MB", "of the 10 nearest"];
const SENTENCES_PER_CHUNK = 6;
const CHUNKS_PER_SLICE = 256;
const QUESTIONS = 40;
const NEAREST = 10;
const COMPARED = 400;
const MB = 1_000_000;
const EVERYTHING = {
  tables: "unused (asset) AS (SELECT 0)",
  condition: "?1 || ?2 || ?3 || ?4 IS NOT NULL",
  values: ["", "", "", ""],
  isListed: false,
};
const EMBEDDER = { name: "bench", isBuiltIn: false, batch: 32, embed: async () => await Promise.resolve([]) };

/**
 * Measures the CPU time of comparing a question with all vectors of an organization in this process, their
 * memory, and the recall of the short codes.
 */
export function measureVectors(args: readonly string[]): void {
  const { vectors, dimensions } = readNumberOptions(args, DEFAULTS, "npm run bench -- vectors");
  const rows = [HEAD];
  for (const count of vectors)
    for (const each of dimensions) rows.push([showNumber(count), String(each), ...measureOne(count, each)]);
  process.stdout.write(`${showTable(rows)}\n`);
}

function measureOne(count: number, dimensions: number): string[] {
  const sql = emptyIndex();
  const set = ensureVectorSet(sql, { ...EMBEDDER, dimensions });
  if (set === null) throw new Error("no set");
  const random = randomParts();
  const centres = Array.from({ length: 200 }, () => direction(random, dimensions));
  const near = (): Int8Array => nearTo(centres[Math.floor((random() + 1) * 100) % 200] ?? [], random);
  const all = fill(sql, set, count, near);
  const codes = new ResidentCodes();
  const first = cpuOf(() => codes.refresh(sql, set.half));
  const questions = Array.from({ length: QUESTIONS }, near);
  const scan =
    cpuOf(() => questions.forEach((question) => codes.nearest(question, null, COMPARED))) / QUESTIONS;
  let found = 0;
  const whole = cpuOf(() => {
    for (const vector of questions) {
      const rows = nearestChunks(sql, EVERYTHING, { vector, set, codes });
      chunkSimilarities(sql, rows, { vector, set, codes });
    }
  });
  for (const vector of questions.slice(0, 10)) {
    const likeness = cosineSimilarities(vector, all);
    const best = [...likeness.keys()]
      .sort((one, other) => (likeness[other] ?? 0) - (likeness[one] ?? 0))
      .slice(0, NEAREST);
    const rows = new Set(codes.nearest(vector, null, COMPARED));
    found += best.filter((at) => rows.has(Math.floor(at / SENTENCES_PER_CHUNK))).length;
  }
  return [scan, whole / QUESTIONS, first, codes.bytes / MB]
    .map((value) => showNumber(value, 1))
    .concat(`${found} of ${10 * NEAREST}`);
}

function fill(sql: SqlStorage, set: VectorSet, count: number, next: () => Int8Array): Int8Array {
  const all = new Int8Array(count * set.dimensions);
  const size = SENTENCES_PER_CHUNK * set.dimensions;
  for (let first = 0; first * SENTENCES_PER_CHUNK < count; first += CHUNKS_PER_SLICE) {
    const chunks = [];
    for (let row = first; row < first + CHUNKS_PER_SLICE && row * size < all.length; row += 1) {
      const vectors = all.subarray(row * size, Math.min((row + 1) * size, all.length));
      for (let at = 0; at < vectors.length; at += set.dimensions) vectors.set(next(), at);
      chunks.push({ row, sentences: SENTENCES_PER_CHUNK, vectors });
    }
    addVectors(sql, set, chunks);
  }
  return all;
}

/** Creates the tables of the vectors in memory. */
function emptyIndex(): SqlStorage {
  const database = new DatabaseSync(":memory:");
  database.exec(
    "CREATE TABLE asset (row INTEGER, half INTEGER, run INTEGER, version TEXT); CREATE TABLE inactive_slot (slot INTEGER)",
  );
  for (const statement of VECTORS) database.exec(statement);
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const exec = (query: string, ...values: (SQLInputValue | ArrayBuffer)[]) => {
    const statement = prepared.get(query) ?? database.prepare(query);
    prepared.set(query, statement);
    const bound = values.map((value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value));
    const rows = statement
      .all(...bound)
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows[Symbol.iterator]() };
  };
  return { exec } as unknown as SqlStorage;
}

/** Converts a value to the type that a Durable Object's SQLite returns. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array
    ? value.buffer.slice(value.byteOffset, value.byteOffset + value.length)
    : value;
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function direction(random: () => number, dimensions: number): number[] {
  return Array.from({ length: dimensions }, () => random());
}

/** Clusters sentences, because those of one document are similar. */
function nearTo(centre: readonly number[], random: () => number): Int8Array {
  const vector = new Int8Array(centre.length);
  for (let at = 0; at < vector.length; at += 1)
    vector[at] = Math.round(((centre[at] ?? 0) * 0.6 + random()) * 79);
  return vector;
}

/** Reproducible values from -1 to 1, drawn in advance because the measurement needs far more. */
function randomParts(): () => number {
  let state = 7;
  const drawn = Float64Array.from(
    { length: 65_521 },
    () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 31 - 1,
  );
  let [at, step] = [0, 1];
  return () => {
    at += step;
    if (at >= drawn.length) [at, step] = [at - drawn.length, (step * 31) % drawn.length];
    return drawn[at] ?? 0;
  };
}
