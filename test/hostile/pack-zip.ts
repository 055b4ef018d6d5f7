import { crc32, deflateRawSync } from "node:zlib";

/** An archive entry, whose header may be false. */
export interface Packed {
  readonly name: string;
  readonly content: Uint8Array;
  /** The stored content, if it is already compressed. */
  readonly deflated?: Uint8Array;
  /** The size in the header. */
  readonly said?: number;
  /** The same in a field of 64 bits. */
  readonly said64?: bigint;
  /** Whether it shares the bytes of the entry before. */
  readonly isShared?: boolean;
  readonly isEncrypted?: boolean;
}

/**
 * Writes a ZIP literally, false fields included
 * (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT).
 */
export function packZip(files: readonly Packed[]): Uint8Array {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  let last = { start: 0, length: 0 };
  for (const file of files) {
    const name = Buffer.from(file.name);
    const fields = fieldsOf(file, name.length);
    if (file.isShared !== true || last.length === 0) {
      const stored = file.deflated ?? deflateRawSync(file.content);
      last = { start: at, length: stored.length };
      const local = Buffer.concat([
        Buffer.from([0x50, 0x4b, 3, 4]),
        fields.version,
        fields.common(stored.length),
        name,
        stored,
      ]);
      body.push(local);
      at += local.length;
    }
    const extra = fields.extra;
    const row = Buffer.alloc(46 - 4 - 2 - fields.common(0).length - 2);
    row.writeUInt32LE(last.start, row.length - 4);
    directory.push(
      Buffer.concat([
        Buffer.from([0x50, 0x4b, 1, 2, 20, 0]),
        fields.version,
        withExtra(fields.common(last.length), extra.length),
        row,
        name,
        extra,
      ]),
    );
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Uint8Array.from(Buffer.concat([...body, listed, end]));
}

/**
 * The common fields of an entry's local header and its central directory record, from the flags to the length
 * of the extra field.
 */
function fieldsOf({ content, said, said64, isEncrypted }: Packed, nameLength: number) {
  const version = Buffer.from([20, 0]);
  const common = (storedLength: number): Buffer => {
    const fields = Buffer.alloc(24);
    fields.writeUInt16LE((isEncrypted === true ? 1 : 0) | 0x800, 0);
    fields.writeUInt16LE(8, 2);
    fields.writeUInt32LE(crc32(content), 8);
    fields.writeUInt32LE(storedLength, 12);
    fields.writeUInt32LE(said64 === undefined ? (said ?? content.length) : 0xffffffff, 16);
    fields.writeUInt16LE(nameLength, 20);
    return fields;
  };
  const extra = said64 === undefined ? Buffer.alloc(0) : Buffer.alloc(12);
  if (said64 !== undefined) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(said64, 4);
  }
  return { version, common, extra };
}

function withExtra(fields: Buffer, length: number): Buffer {
  const copy = Buffer.from(fields);
  copy.writeUInt16LE(length, 22);
  return copy;
}
