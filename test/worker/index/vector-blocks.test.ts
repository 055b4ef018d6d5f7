import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { Embedder } from "../../../src/models/embedder.ts";
import { hasEmbeddingJobs, maxVectors } from "../../../src/knowledge-index/vectors/embedding-jobs.ts";
import { ResidentCodes } from "../../../src/knowledge-index/vectors/resident-codes.ts";
import {
  addVectors,
  countVectors,
  deleteVectors,
  needsCompaction,
  compactVectorBlock,
} from "../../../src/knowledge-index/vectors/vector-blocks.ts";
import {
  dropPreviousSet,
  ensureVectorSet,
  type VectorSet,
} from "../../../src/knowledge-index/vectors/vector-sets.ts";
import { openIndex } from "../../support/rows/open-index.ts";

const DIMENSIONS = 96;
const model = (name: string): Embedder => ({
  name,
  dimensions: DIMENSIONS,
  isBuiltIn: false,
  batch: 8,
  embed: async () => await Promise.resolve([]),
});

async function inIndex(work: (sql: SqlStorage, set: VectorSet) => void): Promise<void> {
  await runInDurableObject(openIndex(), (_, { storage }) => {
    storage.transactionSync(() => {
      const set = ensureVectorSet(storage.sql, model("one"));
      if (set === null) throw new Error("no set");
      work(storage.sql, set);
    });
  });
}

/** A chunk with random vectors that no other chunk has. */
function chunk(row: number, sentences = 4) {
  let state = row + 1;
  const random = (): number =>
    (state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1_013_904_223) >>> 0);
  const vectors = Int8Array.from({ length: sentences * DIMENSIONS }, () => (random() >>> 24) - 128);
  return { row, sentences, vectors };
}

const chunks = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => chunk(from + at));
const blocks = (sql: SqlStorage) =>
  sql.exec("SELECT vectors, live FROM vector_block ORDER BY vectors DESC, live DESC").toArray();

function nearest(sql: SqlStorage, set: VectorSet, row: number): number[] {
  const codes = new ResidentCodes();
  codes.refresh(sql, set.half);
  return codes.nearest(chunk(row).vectors.subarray(0, DIMENSIONS), null, 1);
}

function tidyAll(sql: SqlStorage): void {
  while (compactVectorBlock(sql));
}

describe("vector blocks", () => {
  test("vector blocks contain about 1,000 vectors each, and a search by binary codes finds them", async () => {
    await inIndex((sql, set) => {
      addVectors(sql, set, chunks(0, 300));
      expect(blocks(sql)).toEqual([
        { vectors: 1_024, live: 1_024 },
        { vectors: 176, live: 176 },
      ]);
      for (const row of [0, 123, 299]) expect(nearest(sql, set, row)).toContain(row);
    });
  });

  test("compaction of mostly empty vector blocks loses no vector", async () => {
    await inIndex((sql, set) => {
      addVectors(sql, set, chunks(0, 300));
      deleteVectors(sql, 0, 199);
      expect(countVectors(sql, set.half)).toBe(400);
      expect(needsCompaction(sql)).toBe(true);
      tidyAll(sql);
      expect(blocks(sql)).toEqual([{ vectors: 400, live: 400 }]);
      expect(sql.exec("SELECT count(*) AS n FROM chunk_vectors").one()).toEqual({ n: 100 });
      expect(nearest(sql, set, 250)).toContain(250);
      expect(nearest(sql, set, 100)).not.toContain(100);
      deleteVectors(sql, 0, 299);
      tidyAll(sql);
      expect([blocks(sql), sql.exec("SELECT count(*) AS n FROM vector_codes").one()]).toEqual([[], { n: 0 }]);
    });
  });

  test("compaction of a block with an outdated row keeps the row's newer vectors in another block", async () => {
    await inIndex((sql, set) => {
      addVectors(sql, set, chunks(0, 300));
      deleteVectors(sql, 0, 199);
      addVectors(sql, set, [chunk(5)]);
      tidyAll(sql);
      expect(countVectors(sql, set.half)).toBe(404);
      expect(sql.exec("SELECT count(*) AS n FROM chunk_vectors WHERE key = ?", 10 + set.half).one()).toEqual({
        n: 1,
      });
      expect(nearest(sql, set, 5)).toContain(5);
    });
  });

  test("a search of vector blocks can be limited to some assets", async () => {
    await inIndex((sql, set) => {
      const row = 3 * 2 ** 20;
      addVectors(sql, set, [chunk(row), chunk(2 * row)]);
      const codes = new ResidentCodes();
      codes.refresh(sql, set.half);
      const found = codes.nearest(chunk(row).vectors.subarray(0, DIMENSIONS), new Set([6]), 10);
      expect(found).toEqual([2 * row]);
    });
  });

  test("the resident codes reload a vector block only after a change", async () => {
    await inIndex((sql, set) => {
      addVectors(sql, set, [chunk(1)]);
      const codes = new ResidentCodes();
      codes.refresh(sql, set.half);
      expect(codes.bytes).toBe(4 * (DIMENSIONS / 8 + 8));
      addVectors(sql, set, [chunk(2)]);
      codes.refresh(sql, set.half);
      expect(codes.bytes).toBe(8 * (DIMENSIONS / 8 + 8));
    });
  });

  test("vector blocks of a complete set survive two model changes", async () => {
    await inIndex((sql, set) => {
      addVectors(sql, set, chunks(0, 3));
      const second = ensureVectorSet(sql, model("two"));
      expect(second).toMatchObject({ name: "two units/2", role: "current", half: 1 - set.half });
      addVectors(sql, second as VectorSet, [chunk(0)]);
      expect(ensureVectorSet(sql, model("three"))).toBeNull();
      tidyAll(sql);
      expect(ensureVectorSet(sql, model("three"))).toMatchObject({ name: "three units/2", role: "current" });
      expect(ensureVectorSet(sql, model("one"))).toMatchObject({
        name: "one units/2",
        role: "current",
        half: set.half,
      });
      dropPreviousSet(sql);
      tidyAll(sql);
      expect(countVectors(sql, set.half)).toBe(12);
      expect(sql.exec("SELECT name FROM vector_set").toArray()).toEqual([{ name: "one units/2" }]);
    });
  });

  test("vector blocks accept no vectors beyond the memory limit", async () => {
    await inIndex((sql, set) => {
      sql.exec("INSERT INTO embedding_job (slot, run, next) VALUES (2, 1, 0)");
      sql.exec("INSERT INTO vector_block VALUES (1, ?, 0, ?)", set.half, maxVectors(DIMENSIONS) - 1);
      expect(hasEmbeddingJobs(sql)).toBe(true);
      sql.exec("UPDATE vector_block SET live = live + 1");
      expect(hasEmbeddingJobs(sql)).toBe(false);
      expect([64, 256, 384, 1_024].map(maxVectors)).toEqual([50_000, 629_145, 449_389, 185_042]);
    });
  });
});
