const END_BYTES = 22;
const END_SIGNATURE = 0x06_05_4b_50;
/** Where the end of a ZIP archive holds the offset of its list of members. */
const LIST_OFFSET_AT = 16;
const DESCRIPTOR_BYTES = 16;
const DESCRIPTOR_SIGNATURE = 0x08_07_4b_50;
const LENGTH_AT = 12;
/** Enough for a list of 1,000 missing files. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** The last member of an export's archive. */
export interface Manifest {
  /** The next part begins after this record; null in the last part. */
  readonly next: string | null;
}

/**
 * Reads the manifest, which the service stores uncompressed as the last member, so its bytes end where the
 * list of members begins.
 * @throws Error for an incomplete archive
 */
export async function readManifest(archive: Blob): Promise<Manifest> {
  const end = await view(archive, archive.size - END_BYTES, END_BYTES);
  if (end.getUint32(0, true) !== END_SIGNATURE) throw new Error("The archive is incomplete.");
  const list = end.getUint32(LIST_OFFSET_AT, true);
  const descriptor = await view(archive, list - DESCRIPTOR_BYTES, DESCRIPTOR_BYTES);
  const length = descriptor.getUint32(LENGTH_AT, true);
  if (descriptor.getUint32(0, true) !== DESCRIPTOR_SIGNATURE || length > MAX_MANIFEST_BYTES)
    throw new Error("The archive has no manifest.");
  const text = await archive.slice(list - DESCRIPTOR_BYTES - length, list - DESCRIPTOR_BYTES).text();
  const { next } = JSON.parse(text) as Manifest;
  return { next };
}

async function view(archive: Blob, from: number, length: number): Promise<DataView> {
  if (from < 0) throw new Error("The archive is incomplete.");
  return new DataView(await archive.slice(from, from + length).arrayBuffer());
}
