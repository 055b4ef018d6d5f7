import type { Embedder } from "../../models/embedder.ts";

/** The vectors of one embedder. */
export interface VectorSet extends Record<string, SqlStorageValue> {
  /** 0 or 1, which is part of the key of each vector. */
  readonly half: number;
  readonly name: string;
  readonly dimensions: number;
  readonly role: "current" | "previous" | "dropped";
  readonly mean: number | null;
  readonly deviation: number | null;
}

const HALVES = [0, 1];
const SELECT = "SELECT half, name, dimensions, role, mean, deviation FROM vector_set";

export function findSet(sql: SqlStorage, role: VectorSet["role"]): VectorSet | null {
  return sql.exec<VectorSet>(`${SELECT} WHERE role = ?`, role).toArray()[0] ?? null;
}

/** Whether the index has texts but no current vector set of this embedder. */
export function needsSet(sql: SqlStorage, { name }: Embedder): boolean {
  const isHeld = sql.exec("SELECT 1 FROM asset WHERE version IS NOT NULL LIMIT 1").toArray().length > 0;
  return isHeld && findSet(sql, "current")?.name !== name;
}

/**
 * Returns the set for this embedder's vectors. The previous embedder's set serves searches until the new set
 * is complete, and is then dropped. If the current set is still incomplete, it is dropped, and the older
 * complete set stays. Call it within a transaction.
 * @returns null: the vectors of a dropped set must be deleted first
 */
export function ensureVectorSet(sql: SqlStorage, { name, dimensions }: Embedder): VectorSet | null {
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
      "INSERT OR REPLACE INTO vector_set VALUES (?, ?, ?, 'current', NULL, NULL)",
      half,
      name,
      dimensions,
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
