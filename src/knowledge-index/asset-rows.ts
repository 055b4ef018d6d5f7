import type { SetAssetCollectionsInput } from "./api.ts";

/** `membership_updates` counts changes of collections and name that did not come from an indexing run. */
export interface IndexedAssetRow extends Record<string, SqlStorageValue> {
  readonly row: number;
  readonly run: number;
  readonly removed: number;
  /** Null while the asset has no chunks, that is, before its first run or after a removal. */
  readonly version: string | null;
  readonly display_name: string;
  readonly chunks: number;
  readonly membership_updates: number;
  readonly half: number;
}

export const BEFORE_ANY_RUN = -1;

export function findIndexedAssetRow(sql: SqlStorage, assetId: string): IndexedAssetRow | null {
  const select =
    "SELECT row, run, removed, version, display_name, chunks, membership_updates, half FROM asset WHERE id = ?";
  return sql.exec<IndexedAssetRow>(select, assetId).toArray()[0] ?? null;
}

/** Gets the asset's row, or inserts one. */
export function getAssetRow(sql: SqlStorage, assetId: string, displayName: string): IndexedAssetRow {
  const insert = `INSERT INTO asset (id, run, display_name) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET id = excluded.id
    RETURNING row, run, removed, version, display_name, chunks, membership_updates, half`;
  return sql.exec<IndexedAssetRow>(insert, assetId, BEFORE_ANY_RUN, displayName).one();
}

/** Whether the index already has a later run, or removed this one. */
export function isOlderRun(asset: IndexedAssetRow | null, run: number): boolean {
  return asset !== null && (run < asset.run || (run === asset.run && asset.removed === 1));
}

/** Activates a run: searches read its chunks in this buffer from now on. */
export function setActiveRun(
  sql: SqlStorage,
  row: number,
  live: { run: number; version: string; chunks: number; half: number },
): void {
  const update = "UPDATE asset SET run = ?, removed = 0, version = ?, chunks = ?, half = ? WHERE row = ?";
  sql.exec(update, live.run, live.version, live.chunks, live.half, row);
}

/** Keeps the run number as a tombstone, so that delayed messages of this run are rejected. */
export function setRemoved(sql: SqlStorage, row: number, run: number): void {
  sql.exec(
    "UPDATE asset SET run = ?, removed = 1, version = NULL, chunks = 0, display_name = '' WHERE row = ?",
    run,
    row,
  );
  sql.exec("DELETE FROM asset_collection WHERE asset = ?", row);
}

export function setMembership(
  sql: SqlStorage,
  row: number,
  placement: Omit<SetAssetCollectionsInput, "assetId">,
): void {
  sql.exec("UPDATE asset SET display_name = ? WHERE row = ?", placement.displayName, row);
  sql.exec("DELETE FROM asset_collection WHERE asset = ?", row);
  const insert =
    "INSERT OR IGNORE INTO asset_collection (collection_id, asset) SELECT value, ? FROM json_each(?)";
  sql.exec(insert, row, JSON.stringify(placement.collectionIds));
}

/** Records a change of collections or name that did not come from an indexing run. */
export function recordMembershipUpdate(sql: SqlStorage, row: number): void {
  sql.exec("UPDATE asset SET membership_updates = membership_updates + 1 WHERE row = ?", row);
}

export function collectionsOf(sql: SqlStorage, row: number): string[] {
  const held = sql.exec<{ collection_id: string }>(
    "SELECT collection_id FROM asset_collection WHERE asset = ?",
    row,
  );
  return held.toArray().map(({ collection_id }) => collection_id);
}
