import { ARTIFACT_TYPES, MAX_ARTIFACT_BYTES, objectKeys, type StoredArtifacts } from "../../domain/asset.ts";
import { artifactPath, type ExportedAsset, originalPath } from "../../domain/export-format.ts";
import type { Id } from "../../domain/ids.ts";
import { ImportRejected } from "../../domain/import.ts";
import { shown } from "../../storage/r2/stored-zip.ts";
import { originalOf } from "./check-archives.ts";
import type { CopiedText } from "./copy-text.ts";
import type { Located, SliceContext } from "./slice-context.ts";
import { storeEntry } from "./store-entry.ts";

export const TYPE_CHARS = 255;

/** Keys and sizes of the asset's objects in the bucket. */
export interface StoredFiles {
  readonly original: { readonly key: string; readonly etag: string; readonly size: number } | null;
  readonly current: CopiedText | undefined;
  readonly artifacts: StoredArtifacts;
}

export async function copyOriginal(
  { platform, target, importId }: SliceContext,
  { record, zip, place }: Located<ExportedAsset>,
  id: Id<"asset">,
): Promise<StoredFiles["original"]> {
  if (record.original !== null && record.original !== originalPath(record.id, record.originalFileName)) {
    throw new ImportRejected(`${place}: ${shown(record.original)} is not the path of an original.`);
  }
  const member = originalOf(zip, record);
  if (member === undefined) return null;
  if (record.sha256 !== "" && !/^[0-9a-f]{64}$/.test(record.sha256))
    throw new ImportRejected(`${place}: "sha256" is not a hash.`);
  const key = `${objectKeys.original(target.organizationId, id)}/${importId}`;
  const { contentType, sha256 } = record;
  const { etag, size } = await storeEntry(platform.bucket, key, member, await zip.pieces(member), {
    contentType: contentType.slice(0, TYPE_CHARS),
    sha256,
  });
  return { key, etag, size };
}

export async function copyArtifacts(
  { platform, target, importId }: SliceContext,
  { record, zip, place }: Located<ExportedAsset>,
  id: Id<"asset">,
): Promise<StoredArtifacts> {
  const stored: StoredArtifacts = {};
  for (const { kind, file, tokens } of record.artifacts) {
    if (file !== artifactPath(record.id, kind))
      throw new ImportRejected(`${place}: ${shown(file)} is not the path of an artifact.`);
    const member = zip.find(file);
    if (member === undefined) continue;
    if (member.size > MAX_ARTIFACT_BYTES)
      throw new ImportRejected(`${shown(file)} is larger than the limit for artifacts.`);
    const key = `${objectKeys.artifact(target.organizationId, id, kind)}/${importId}`;
    const contentType = `${ARTIFACT_TYPES[kind]}; charset=utf-8`;
    await storeEntry(platform.bucket, key, member, await zip.pieces(member), { contentType, sha256: "" });
    stored[kind] = { key, tokens };
  }
  return stored;
}
