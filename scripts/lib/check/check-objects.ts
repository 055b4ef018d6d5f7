import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { sizeAndTime } from "../backup/state-files.ts";
import type { Finding } from "./finding.ts";

/** A stored object as the bucket's database describes it. */
export interface StoredObject {
  readonly key: string;
  readonly parts: readonly StoredPart[];
}

interface StoredPart {
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

/** Reads the objects of a bucket, and the blobs of uploads in progress. */
export function readObjects(bucket: DatabaseSync): {
  readonly objects: StoredObject[];
  readonly blobsInProgress: string[];
} {
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

/**
 * Compares the blobs of stored objects with their sizes and hashes.
 * @param pathOf the absolute path of a blob
 */
export async function checkObjects(
  objects: readonly StoredObject[],
  pathOf: (blobId: string) => string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { key, parts } of objects) {
    for (const part of parts) {
      const detail = await problemOf(part, pathOf(part.blobId));
      if (detail !== null) findings.push({ ...detail, what: key });
    }
  }
  return findings;
}

async function problemOf(part: StoredPart, path: string): Promise<Pick<Finding, "kind" | "detail"> | null> {
  const found = sizeAndTime(path);
  if (found === null) return { kind: "missing", detail: `Its blob ${part.blobId} does not exist.` };
  if (found.bytes !== part.bytes)
    return {
      kind: "damaged",
      detail: `Its blob ${part.blobId} has ${found.bytes} bytes in place of ${part.bytes}.`,
    };
  const [algorithm, expected] =
    part.sha256 === null ? (["md5", part.md5] as const) : (["sha256", part.sha256] as const);
  if (expected === null || (await digestOf(path, algorithm)) === expected) return null;
  return { kind: "damaged", detail: `Its blob ${part.blobId} has another hash.` };
}

async function digestOf(path: string, algorithm: "md5" | "sha256"): Promise<string> {
  const hash = createHash(algorithm);
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest("hex");
}
