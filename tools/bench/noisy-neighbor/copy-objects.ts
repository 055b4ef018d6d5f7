import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFiles, editState } from "../lib/database-files.ts";

const NAMES = ["object_key", "text_key", "chunks_key"];

/**
 * Copies the objects of the first asset to all others, under their own keys, in the bucket and in the
 * records. The service must not run.
 */
export function copyObjects(
  stateFolder: string,
  records: string,
  seedId: string,
  ids: readonly string[],
): void {
  for (const file of databaseFiles(stateFolder, "r2/miniflare-R2BucketObject"))
    editState(file, (bucket) => copyIn(bucket, blobsOf(stateFolder), seedId, ids));
  const database = new DatabaseSync(records);
  try {
    database.exec("BEGIN");
    for (const [table, column, key] of [
      ["assets", "id", NAMES[0]],
      ["asset_texts", "asset_id", NAMES[1]],
      ["asset_texts", "asset_id", NAMES[2]],
    ]) {
      database
        .prepare(`UPDATE ${table} SET ${key} = replace(${key}, ?, ${column}) WHERE ${column} <> ?`)
        .run(seedId, seedId);
    }
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

/** The folder of the object bytes, one file each. */
function blobsOf(stateFolder: string): string {
  const bucket = join(stateFolder, "v3", "r2");
  const [found] = readdirSync(bucket, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name === "blobs",
  );
  return found === undefined ? "" : join(found.parentPath, found.name);
}

function copyIn(bucket: DatabaseSync, blobs: string, seedId: string, ids: readonly string[]): void {
  const objects = bucket
    .prepare("SELECT key, blob_id FROM _mf_objects WHERE key LIKE ? AND blob_id IS NOT NULL")
    .all(`%${seedId}%`);
  const insert =
    bucket.prepare(`INSERT INTO _mf_objects (key, blob_id, version, size, etag, uploaded, checksums, http_metadata, custom_metadata)
    SELECT ?, ?, version, size, etag, uploaded, checksums, http_metadata, custom_metadata FROM _mf_objects WHERE key = ?`);
  for (const { key, blob_id: blobId } of objects) {
    for (const [place, id] of ids.entries()) {
      const copy = `${String(blobId)}-${place}`;
      copyFileSync(join(blobs, String(blobId)), join(blobs, copy));
      insert.run(String(key).replace(seedId, id), copy, String(key));
    }
  }
}
