import { CHUNKS_PER_RUN } from "../slots.ts";
import { distanceMeter, DISTANCE_STEPS } from "./binary-codes.ts";

const ROWS_PER_ASSET = CHUNKS_PER_RUN * 2;
/** If many vectors have the same distance, a search returns at most this many times the requested number. */
const MAX_TIMES = 4;

interface ResidentBlock {
  readonly vectors: number;
  readonly rows: Float64Array;
  readonly codes: Uint8Array<ArrayBuffer>;
  readonly center: Float32Array;
}

/**
 * The binary codes of a vector set in memory. Matches are only candidates, because their chunks may have been
 * deleted.
 */
export class ResidentCodes {
  #half = -1;
  #blocks = new Map<number, ResidentBlock>();

  clear(): void {
    this.#half = -1;
    this.#blocks = new Map();
  }

  /** Loads the blocks that changed. */
  refresh(sql: SqlStorage, half: number): void {
    if (half !== this.#half) this.clear();
    this.#half = half;
    const blocks = new Map<number, ResidentBlock>();
    for (const { id, vectors } of sql.exec<{ id: number; vectors: number }>(
      "SELECT id, vectors FROM vector_block WHERE half = ?",
      half,
    )) {
      const known = this.#blocks.get(id);
      const block = known?.vectors === vectors ? known : read(sql, id);
      if (block !== null) blocks.set(id, block);
    }
    this.#blocks = blocks;
  }

  /** Memory size of the codes and row ids. */
  get bytes(): number {
    return [...this.#blocks.values()].reduce(
      (sum, { rows, codes }) => sum + rows.byteLength + codes.byteLength,
      0,
    );
  }

  /**
   * The rows of the chunks with the nearest vectors.
   * @param assets limits the search; null means all assets
   * @param count approximate number of vectors
   */
  nearest(question: Int8Array, assets: ReadonlySet<number> | null, count: number): number[] {
    const found: { rows: Float64Array; distances: Uint16Array }[] = [];
    const histogram = new Uint32Array(DISTANCE_STEPS + 1);
    for (const { rows, codes, center } of this.#blocks.values()) {
      const distances = new Uint16Array(rows.length);
      distanceMeter(question, center)(codes, distances);
      if (assets !== null) leaveOut(rows, distances, assets);
      for (const distance of distances)
        if (distance <= DISTANCE_STEPS) histogram[distance] = (histogram[distance] ?? 0) + 1;
      found.push({ rows, distances });
    }
    let [farthest, within] = [0, histogram[0] ?? 0];
    while (within < count && farthest < DISTANCE_STEPS) within += histogram[++farthest] ?? 0;
    const nearest = new Set<number>();
    for (const { rows, distances } of found) {
      for (let at = 0; at < rows.length && nearest.size < MAX_TIMES * count; at += 1) {
        if ((distances[at] as number) <= farthest) nearest.add(rows[at] as number);
      }
    }
    return [...nearest];
  }
}

/**
 * Sets the distance of vectors of other assets beyond the maximum. Vectors of a document are mostly adjacent,
 * so the function caches the last asset.
 */
function leaveOut(rows: Float64Array, distances: Uint16Array, assets: ReadonlySet<number>): void {
  let [last, isIn] = [-1, false];
  for (let at = 0; at < rows.length; at += 1) {
    const asset = Math.floor((rows[at] as number) / ROWS_PER_ASSET);
    if (asset !== last) [last, isIn] = [asset, assets.has(asset)];
    if (!isIn) distances[at] = DISTANCE_STEPS + 1;
  }
}

function read(sql: SqlStorage, id: number): ResidentBlock | null {
  const held = sql
    .exec<{ rows: ArrayBuffer; codes: ArrayBuffer; center: ArrayBuffer }>(
      "SELECT rows, codes, center FROM vector_codes WHERE block = ?",
      id,
    )
    .toArray()[0];
  if (held === undefined) return null;
  const rows = new Float64Array(held.rows);
  const [codes, center] = [new Uint8Array(held.codes), new Float32Array(held.center)];
  return { vectors: rows.length, rows, codes, center };
}
