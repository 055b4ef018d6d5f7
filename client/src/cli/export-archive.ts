import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Failure } from "./failure.ts";

/** Fetches one part of an archive. @param after `next` of the previous part; null for the first part */
export type FetchPart = (after: string | null) => Promise<Response>;

/** A part that is completely on disk. */
export interface WrittenPart {
  readonly path: string;
  /** Records and files by kind, and the number of missing files. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Writes the parts of an export to files: `name.zip`, `name.2.zip` and so on. A file gets its name when it is
 * complete.
 * @throws Failure when a part breaks off
 */
export async function* exportArchiveParts(fetchPart: FetchPart, path: string): AsyncGenerator<WrittenPart> {
  const stem = path.replace(/\.zip$/, "");
  let after: string | null = null;
  for (let number = 1; number === 1 || after !== null; number += 1) {
    const name = number === 1 ? `${stem}.zip` : `${stem}.${number}.zip`;
    const { next, counts } = await writePart(await fetchPart(after), name);
    if (next !== null && next === after) throw new Failure(`The export makes no progress after ${next}.`);
    yield { path: name, counts };
    after = next;
  }
}

interface Manifest {
  readonly next: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

async function writePart({ body }: Response, path: string): Promise<Manifest> {
  const unfinished = `${path}.unfinished`;
  try {
    if (body === null) throw new Error("nothing came");
    await pipeline(body, createWriteStream(unfinished, { mode: 0o600 }));
    const manifest = await readManifest(unfinished);
    await rename(unfinished, path);
    return manifest;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new Failure(
      `The export broke off: ${error instanceof Error ? error.message : "unknown"}. ${path} was not written.`,
    );
  }
}

const END_BYTES = 22;
const END_SIGNATURE = 0x06_05_4b_50;
const DESCRIPTOR_BYTES = 16;
const DESCRIPTOR_SIGNATURE = 0x08_07_4b_50;
/** Enough for a list of 1,000 missing files. */
const MANIFEST_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads the last member, which is stored uncompressed, so its bytes end where the central directory begins.
 * @throws Error for an incomplete archive
 */
async function readManifest(path: string): Promise<Manifest> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number): Promise<DataView> => {
      if (from < 0) throw new Error("the archive is not whole");
      const { buffer } = await file.read(new Uint8Array(length), 0, length, from);
      return new DataView(buffer.buffer);
    };
    const end = await read(size - END_BYTES, END_BYTES);
    if (end.getUint32(0, true) !== END_SIGNATURE) throw new Error("the archive is not whole");
    const list = end.getUint32(16, true);
    const descriptor = await read(list - DESCRIPTOR_BYTES, DESCRIPTOR_BYTES);
    const length = descriptor.getUint32(12, true);
    if (descriptor.getUint32(0, true) !== DESCRIPTOR_SIGNATURE || length > MANIFEST_MAX_BYTES)
      throw new Error("the archive has no manifest");
    const bytes = await read(list - DESCRIPTOR_BYTES - length, length);
    const { next, counts } = JSON.parse(new TextDecoder().decode(bytes)) as Manifest;
    return { next, counts };
  } finally {
    await file.close();
  }
}
