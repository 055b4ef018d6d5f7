import type { DatabaseSync } from "node:sqlite";
import { hasTable } from "./has-table.ts";

/** A stored object as the bucket's database describes it. */
export interface StoredObject {
  readonly key: string;
  readonly parts: readonly StoredPart[];
}

export interface StoredPart {
  readonly blobId: string;
  readonly bytes: number;
  readonly sha256: string | null;
  readonly md5: string | null;
}

const MD5 = /^[\da-f]{32}$/;

interface ObjectRow {
  readonly key: string;
  readonly blob_id: string | null;
  readonly size: number;
  readonly etag: string;
  readonly checksums: string;
}

interface PartRow {
  readonly object_key: string | null;
  readonly blob_id: string;
  readonly size: number;
  readonly checksum_md5: string;
}

export interface BucketObjects {
  readonly objects: readonly StoredObject[];
  /** Stored parts of uploads in progress. */
  readonly blobsInProgress: readonly string[];
}

/** Reads the objects of a bucket, and the stored parts of uploads in progress. */
export function readBucketObjects(bucket: DatabaseSync): BucketObjects {
  // A service that ended during its first start may leave a database without tables.
  if (!hasTable(bucket, "_mf_objects") || !hasTable(bucket, "_mf_multipart_parts"))
    return { objects: [], blobsInProgress: [] };
  const parts = bucket
    .prepare(
      "SELECT object_key, blob_id, size, checksum_md5 FROM _mf_multipart_parts ORDER BY upload_id, part_number",
    )
    .all() as unknown as PartRow[];
  const partsByKey = Map.groupBy(parts, ({ object_key: key }) => key ?? "");
  const rows = bucket
    .prepare("SELECT key, blob_id, size, etag, checksums FROM _mf_objects")
    .all() as unknown as ObjectRow[];
  const objects = rows.map((row) => ({
    key: row.key,
    parts:
      row.blob_id === null
        ? (partsByKey.get(row.key) ?? []).map((part) => ({
            blobId: part.blob_id,
            bytes: part.size,
            sha256: null,
            md5: part.checksum_md5,
          }))
        : [
            {
              blobId: row.blob_id,
              bytes: row.size,
              sha256: (JSON.parse(row.checksums) as { readonly sha256?: string }).sha256 ?? null,
              md5: MD5.test(row.etag) ? row.etag : null,
            },
          ],
  }));
  return { objects, blobsInProgress: (partsByKey.get("") ?? []).map((part) => part.blob_id) };
}

/** Ids of all blobs that a bucket names. The runtime names a blob once it has written all of it. */
export function blobsNamedBy({ objects, blobsInProgress }: BucketObjects): string[] {
  return [...blobsInProgress, ...objects.flatMap(({ parts }) => parts.map(({ blobId }) => blobId))];
}
