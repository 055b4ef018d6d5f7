import type { Embedder } from "../../models/embedder.ts";
import { UNITS_VERSION } from "./passage-units.ts";
import { emptySum, type VectorSum } from "./vector-sum.ts";

/** The vectors of one embedder and one way to cut passages into units. */
export interface VectorSet extends Record<string, SqlStorageValue> {
  /** 0 or 1, which is part of the key of each vector. */
  readonly half: number;
  /** `vectorSetName` of the embedder. */
  readonly name: string;
  readonly dimensions: number;
  readonly role: "current" | "previous" | "dropped";
  readonly mean: number | null;
  readonly deviation: number | null;
  readonly sum: ArrayBuffer;
  readonly summed: number;
}

const HALVES = [0, 1];
const SEPARATOR = " ";
const SELECT = "SELECT half, name, dimensions, role, mean, deviation, sum, summed FROM vector_set";

export function findSet(sql: SqlStorage, role: VectorSet["role"]): VectorSet | null {
  return sql.exec<VectorSet>(`${SELECT} WHERE role = ?`, role).toArray()[0] ?? null;
}

export function findSetOfHalf(sql: SqlStorage, half: number): VectorSet {
  return sql.exec<VectorSet>(`${SELECT} WHERE half = ?`, half).one();
}

/**
 * The name of an embedder's vector set. The embedder's name carries model, prefixes and quantization, and the
 * suffix the units. After a change of any of them the index embeds all passages again.
 */
export function vectorSetName({ name }: Pick<Embedder, "name">): string {
  return `${name}${SEPARATOR}${UNITS_VERSION}`;
}

/** The name of the embedder whose vectors a set contains. */
export function embedderOfSet({ name }: Pick<VectorSet, "name">): string {
  return name.slice(0, name.lastIndexOf(SEPARATOR));
}

/** Whether the index has texts but no current vector set of this embedder. */
export function needsSet(sql: SqlStorage, embedder: Embedder): boolean {
  const isHeld = sql.exec("SELECT 1 FROM asset WHERE version IS NOT NULL LIMIT 1").toArray().length > 0;
  return isHeld && findSet(sql, "current")?.name !== vectorSetName(embedder);
}

/**
 * Returns the set for this embedder's vectors. The previous embedder's set serves searches until the new set
 * is complete, and is then dropped. If the current set is still incomplete, it is dropped, and the older
 * complete set stays. Call it within a transaction.
 * @returns null: the vectors of a dropped set must be deleted first
 */
export function ensureVectorSet(sql: SqlStorage, embedder: Embedder): VectorSet | null {
  const [name, { dimensions }] = [vectorSetName(embedder), embedder];
  const [current, previous] = [findSet(sql, "current"), findSet(sql, "previous")];
  if (current?.name === name) return current;
  if (current !== null)
    setRole(sql, current.half, previous === null && hasVectors(sql, current.half) ? "previous" : "dropped");
  if (previous?.name === name) setRole(sql, previous.half, "current");
  else {
    const used = new Set(
      sql
        .exec<{ half: number }>(
          "SELECT half FROM vector_set WHERE role <> 'dropped' OR half IN (SELECT half FROM vector_block)",
        )
        .toArray()
        .map(({ half }) => half),
    );
    const half = HALVES.find((each) => !used.has(each));
    if (half === undefined) return null;
    sql.exec(
      "INSERT OR REPLACE INTO vector_set VALUES (?, ?, ?, 'current', NULL, NULL, ?, 0)",
      half,
      name,
      dimensions,
      bytesOfSum(emptySum(dimensions)),
    );
  }
  sql.exec(
    "INSERT OR REPLACE INTO embedding_job (slot, run, next) SELECT row * 2 + half, run, 0 FROM asset WHERE version IS NOT NULL",
  );
  return findSet(sql, "current");
}

/** Drops the previous set after the current set became complete. */
export function dropPreviousSet(sql: SqlStorage): void {
  sql.exec("UPDATE vector_set SET role = 'dropped' WHERE role = 'previous'");
}

export function saveScale(
  sql: SqlStorage,
  { half, name }: VectorSet,
  { mean, deviation }: { mean: number; deviation: number },
): void {
  sql.exec(
    "UPDATE vector_set SET mean = ?, deviation = ? WHERE half = ? AND name = ?",
    mean,
    deviation,
    half,
    name,
  );
}

export function sumOf({ sum, summed }: Pick<VectorSet, "sum" | "summed">): VectorSum {
  return { sum: new Float32Array(sum), count: summed };
}

/** @returns the set with the new sum */
export function saveSum(sql: SqlStorage, set: VectorSet, sum: VectorSum): VectorSet {
  const bytes = bytesOfSum(sum);
  sql.exec("UPDATE vector_set SET sum = ?, summed = ? WHERE half = ?", bytes, sum.count, set.half);
  return { ...set, sum: bytes, summed: sum.count };
}

function bytesOfSum({ sum }: VectorSum): ArrayBuffer {
  return sum.buffer as ArrayBuffer;
}

export function hasVectors(sql: SqlStorage, half: number): boolean {
  return (
    sql.exec("SELECT 1 FROM vector_block WHERE half = ? AND live > 0 LIMIT 1", half).toArray().length > 0
  );
}

/** Whether the query embedding's set still exists. */
export function isSetAvailable(sql: SqlStorage, { half, name }: VectorSet): boolean {
  return (
    sql
      .exec("SELECT 1 FROM vector_set WHERE half = ? AND name = ? AND role <> 'dropped'", half, name)
      .toArray().length > 0
  );
}

function setRole(sql: SqlStorage, half: number, role: VectorSet["role"]): void {
  sql.exec("UPDATE vector_set SET role = ? WHERE half = ?", role, half);
}
