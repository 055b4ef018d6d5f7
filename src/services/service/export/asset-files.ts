import { chunksPath, originalPath, textPath } from "../../../domain/export-format.ts";
import type { ExportedAssetRow } from "../../../storage/d1/service/export-pages.ts";
import { type PieceSource, piecesOfBody } from "../../../storage/r2/pieces.ts";
import type { ExportPart } from "./export-part.ts";
import { artifactsOf, hasOriginal, textsOf } from "./records.ts";
import type { ArchiveFile } from "./zip-stream.ts";

/** The one object that is being read. */
export interface OpenObject {
  source: PieceSource | null;
}

/** The bytes, texts and artifacts of an asset, one after the other. What the bucket does not have as it was pinned is missing, and the rest goes on. */
export async function* assetFiles(
  bucket: R2Bucket,
  asset: ExportedAssetRow,
  part: ExportPart,
  open: OpenObject,
): AsyncGenerator<ArchiveFile> {
  const lastModified = new Date(asset.modifiedAt);
  if (hasOriginal(asset)) {
    const name = originalPath(asset.id, asset.originalFileName);
    const object = await bucket.get(asset.objectKey, { onlyIf: { etagMatches: asset.objectEtag } });
    if (object === null || !("body" in object)) part.miss(asset.id, name);
    else {
      part.count("originals");
      yield { name, lastModified, input: bytesOf(object.body, open) };
    }
  }
  const texts = textsOf(asset).flatMap(({ version, key, chunksKey }) => [
    { what: "texts", name: textPath(asset.id, version), key, range: undefined },
    { what: "chunks", name: chunksPath(asset.id, version), key: chunksKey, range: undefined },
  ]);
  const artifacts = artifactsOf(asset).map(({ file: name, key, range }) => ({ what: "artifacts", name, key, range }));
  for (const { what, name, key, range } of [...texts, ...artifacts]) {
    // The bucket refuses a range without a byte.
    const isEmpty = range?.length === 0;
    const object = isEmpty ? null : await bucket.get(key, range === undefined ? {} : { range });
    if (object === null && !isEmpty) part.miss(asset.id, name);
    else {
      part.count(what);
      yield { name, lastModified, input: object === null ? "" : bytesOf(object.body, open) };
    }
  }
}

async function* bytesOf(body: ReadableStream, open: OpenObject): AsyncGenerator<Uint8Array> {
  const source = piecesOfBody(body);
  open.source = source;
  for (let piece = await source.read(); piece !== null; piece = await source.read()) yield piece;
  open.source = null;
}
