import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fillIndex, OfflineIndex } from "../../tools/eval/offline/offline-index.ts";
import { storedVectors } from "../faults/stored-vectors.ts";

const TEXT = "The harbour opens at six. The ferry leaves at seven. The last boat is green.";
const DIMENSIONS = 8;
/** Any vectors will do, because this test only counts them. */
const EMBEDDER = {
  name: "counted",
  dimensions: DIMENSIONS,
  isBuiltIn: true,
  batch: 16,
  embed: async (texts: readonly string[]) =>
    await Promise.resolve(texts.map(({ length }) => new Int8Array(DIMENSIONS).fill(1 + (length % 100)))),
};

let state: string;
let file: string;

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "knowledge-stored-vectors-"));
  const folder = join(state, "v3", "do", "knowledge-workspace-KnowledgeIndex");
  await mkdir(folder, { recursive: true });
  file = join(folder, `${"0".repeat(64)}.sqlite`);
  const documents = ["harbour", "ferry"].map((id) => {
    const read = async () => await Promise.resolve(Uint8Array.from(new TextEncoder().encode(TEXT)));
    return { id, group: id, title: `${id}.txt`, contentType: "text/plain", read };
  });
  await fillIndex(new OfflineIndex({ embedder: EMBEDDER, reader: null }, file), documents);
});

afterEach(async () => await rm(state, { recursive: true, force: true }));

function change(statement: string): void {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

test("a complete index has vectors for each passage, and one code for each vector", () => {
  // Three sentences and their window.
  expect(storedVectors(state)).toEqual({
    chunks: 2,
    missing: 0,
    vectors: 8,
    miscounted: 0,
    live: 8,
    jobs: 0,
  });
});

test("a passage without vectors is missing", () => {
  change("DELETE FROM chunk_vectors WHERE key = (SELECT min(key) FROM chunk_vectors)");
  expect(storedVectors(state)).toMatchObject({ chunks: 2, missing: 1, vectors: 4 });
});

test("a passage whose vectors arrived twice is miscounted", () => {
  change("UPDATE vector_codes SET rows = CAST(rows || substr(rows, 1, 8) AS BLOB)");
  expect(storedVectors(state)).toMatchObject({ missing: 0, miscounted: 1 });
});
