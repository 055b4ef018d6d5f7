import { parseStrings } from "../../../../domain/asset.ts";
import { chunksPath, originalPath, textPath } from "../../../../domain/export-format.ts";
import type { ExportedAssetRow } from "../../../../storage/d1/service/export-pages.ts";
import type { TextPage } from "../../../../storage/d1/service/text-pages.ts";
import { type PieceSource, piecesOfBody } from "../../../../storage/r2/pieces.ts";
import type { ExportPart } from "./export-part.ts";
import { artifactsOf, hasOriginal, type StoredText, textsOfRecord } from "./records.ts";
import type { ArchiveFile } from "./zip-stream.ts";

/** Sources of the files of an asset. */
export interface FileSource {
  readonly bucket: R2Bucket;
  readonly texts: (page: TextPage) => Promise<readonly StoredText[]>;
}

const PAGE_TEXTS = 500;

/** The object that the export is reading. */
export interface OpenObject {
  source: PieceSource | null;
}

/**
 * Yields the bytes, texts and artifacts of an asset. If the bucket lacks the stored version of an object, the
 * export lists the object as missing and continues.
 */
export async function* assetFiles(
  source: FileSource,
  asset: ExportedAssetRow,
  part: ExportPart,
  open: OpenObject,
): AsyncGenerator<ArchiveFile> {
  const { bucket } = source;
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
  for await (const { what, name, key, range } of madeOf(source, asset)) {
    // Reads a range of an object. An empty range needs no read, because R2 rejects it.
    const isEmpty = range?.length === 0;
    const object = isEmpty ? null : await bucket.get(key, range === undefined ? {} : { range });
    if (object === null && !isEmpty) part.miss(asset.id, name);
    else {
      part.count(what);
      yield { name, lastModified, input: object === null ? "" : bytesOf(object.body, open) };
    }
  }
}

/** Yields the derived files of an asset: texts with their passages, and artifacts. */
async function* madeOf({ texts }: FileSource, asset: ExportedAssetRow) {
  for await (const { version, key, chunksKey } of allTextsOf(texts, asset)) {
    yield { what: "texts", name: textPath(asset.id, version), key, range: undefined };
    yield { what: "chunks", name: chunksPath(asset.id, version), key: chunksKey, range: undefined };
  }
  for (const { file: name, key, range } of artifactsOf(asset)) yield { what: "artifacts", name, key, range };
}

async function* allTextsOf(read: FileSource["texts"], asset: ExportedAssetRow): AsyncGenerator<StoredText> {
  const upTo = parseStrings(asset.textVersions).at(-1) ?? "";
  let texts: readonly StoredText[] = textsOfRecord(asset);
  for (let last = texts.at(-1); last !== undefined; last = texts.at(-1)) {
    yield* texts;
    texts =
      last.version < upTo
        ? await read({ assetId: asset.id, after: last.version, upTo, limit: PAGE_TEXTS })
        : [];
  }
}

async function* bytesOf(body: ReadableStream, open: OpenObject): AsyncGenerator<Uint8Array> {
  const source = piecesOfBody(body);
  open.source = source;
  for (let piece = await source.read(); piece !== null; piece = await source.read()) yield piece;
  open.source = null;
}
