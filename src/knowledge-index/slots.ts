import { CHUNK_BITS } from "./schema.ts";

/**
 * Double buffering: an asset has two slots for its chunks. Searches read one slot. The other slot receives
 * the next run or is being deleted. Slot = asset row × 2 + half, and chunk row = slot × 2^19 + ordinal, so
 * each run is one range of rows.
 */
export const SLOT_BITS = CHUNK_BITS - 1;
export const CHUNKS_PER_RUN = 2 ** SLOT_BITS;
const OTHER_HALF = 2 ** 32;

export function slotOf(asset: { readonly row: number; readonly half: number }): number {
  return asset.row * 2 + asset.half;
}

export function otherSlot(asset: { readonly row: number; readonly half: number }): number {
  return asset.row * 2 + (1 - asset.half);
}

export function firstChunkRow(slot: number): number {
  return slot * CHUNKS_PER_RUN;
}

/** The `asset_fts` row of the whole document. For half 0 it equals the asset's row. */
export function documentRow(slot: number): number {
  return Math.floor(slot / 2) + (slot % 2) * OTHER_HALF;
}
