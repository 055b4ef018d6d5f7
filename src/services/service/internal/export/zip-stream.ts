import { makeZip } from "client-zip";
import { joinedBytes } from "../../../../storage/r2/pieces.ts";

/** A file of an archive. Its chunks are never empty. */
export interface ArchiveFile {
  readonly name: string;
  readonly input: string | AsyncIterable<string | Uint8Array>;
  readonly lastModified: Date;
}

export interface ArchiveEnd {
  /** Aborts the read in progress. Never rejects. */
  readonly close: (reason: unknown) => Promise<void>;
  /** Receives the error that ends the archive early. The client gets no details. */
  readonly onFault: (error: unknown) => void;
}

/** Minimum size of a chunk in bytes. Headers and short files are combined into one chunk. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Streams files as an uncompressed ZIP archive. Requests each file only after the previous one was sent. The
 * memory contains only one chunk and the list of names.
 */
export function zipStream(
  files: AsyncIterable<ArchiveFile>,
  { close, onFault }: ArchiveEnd,
): ReadableStream<Uint8Array> {
  const reader = makeZip(files, { buffersAreUTF8: true }).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { bytes, isLast } = await nextChunk(reader);
          if (bytes.length > 0) controller.enqueue(bytes);
          if (isLast) controller.close();
        } catch (error) {
          onFault(error);
          await close(error);
          controller.error(error);
        }
      },
      async cancel(reason) {
        await close(reason);
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ bytes: Uint8Array; isLast: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isLast = false;
  while (length < CHUNK_BYTES && !isLast) {
    const { done, value } = await reader.read();
    isLast = done;
    if (value === undefined) continue;
    pieces.push(value);
    length += value.length;
  }
  return { bytes: joinedBytes(pieces, length), isLast };
}
