import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { sizeAndTime } from "../backup/state-files.ts";
import type { StoredObject, StoredPart } from "../stores/bucket-objects.ts";
import type { Finding } from "./finding.ts";

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
