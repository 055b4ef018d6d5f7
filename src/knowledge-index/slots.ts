import { CHUNK_BITS } from "./schema.ts";

/**
 * An asset has two slots for its chunks: one is searched, the other takes the next run or is being emptied. Slot = asset row × 2 + half, and
 * a chunk's row = slot × 2^19 + place: an asset's chunks are one range whichever half they are in.
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

export function slotOfChunk(chunkRow: number): number {
  return Math.floor(chunkRow / CHUNKS_PER_RUN);
}

export function firstChunkRow(slot: number): number {
  return slot * CHUNKS_PER_RUN;
}

/** The row of `asset_fts` for the whole document. For the first half it is the asset's own row. */
export function documentRow(slot: number): number {
  return Math.floor(slot / 2) + (slot % 2) * OTHER_HALF;
}
