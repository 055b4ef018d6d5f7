import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { codeOf } from "../failure.ts";

/** Size of a database's pieces. A change of one page writes one piece anew. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Pieces of files by their SHA-256. A piece that several backups share lies in the folder once. */
export class PieceStore {
  readonly #folder: string;
  readonly #incoming: string;

  constructor(folder: string) {
    this.#folder = join(folder, "pieces");
    this.#incoming = join(folder, "incoming");
  }

  /** Creates the folders, and deletes files of interrupted backups. A restoration writes nothing here. */
  begin(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.#incoming)) rmSync(join(this.#incoming, name), { force: true });
  }

  /** A new place for a file in progress, on the same disk. The next `begin` deletes it. */
  incomingPath(): string {
    return join(this.#incoming, randomUUID());
  }

  has(hash: string): boolean {
    return existsSync(this.pathOf(hash));
  }

  pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }

  /** Stores a file in pieces of 4 MiB. @returns their hashes, and the number of bytes that were new */
  async addInPieces(path: string): Promise<{ readonly pieces: string[]; readonly newBytes: number }> {
    const pieces: string[] = [];
    let newBytes = 0;
    for await (const piece of createReadStream(path, {
      highWaterMark: PIECE_BYTES,
    }) as AsyncIterable<Buffer>) {
      const hash = createHash("sha256").update(piece).digest("hex");
      pieces.push(hash);
      if (this.has(hash)) continue;
      const incoming = this.incomingPath();
      const file = openSync(incoming, "wx", 0o600);
      writeSync(file, piece);
      fsyncSync(file);
      closeSync(file);
      this.#place(incoming, hash);
      newBytes += piece.length;
    }
    return { pieces, newBytes };
  }

  /**
   * Stores a file that never changes as one piece: as a second name of the same file where the disk is the
   * same, else as a copy.
   */
  async addWhole(path: string): Promise<{ readonly hash: string; readonly newBytes: number }> {
    const incoming = this.incomingPath();
    const isLinked = tryLink(path, incoming);
    const { hash, bytes } = await (isLinked ? hashFile(path) : copyFile(path, incoming));
    if (this.has(hash)) {
      rmSync(incoming);
      return { hash, newBytes: 0 };
    }
    this.#place(incoming, hash);
    return { hash, newBytes: bytes };
  }

  /** Whether a piece exists and has its hash. */
  async isWhole(hash: string): Promise<boolean> {
    return this.has(hash) && (await hashFile(this.pathOf(hash))).hash === hash;
  }

  /** Deletes all pieces but those to keep. @returns the number of deleted ones */
  keepOnly(kept: ReadonlySet<string>): number {
    let deleted = 0;
    for (const part of readdirSync(this.#folder)) {
      for (const hash of readdirSync(join(this.#folder, part))) {
        if (kept.has(hash)) continue;
        rmSync(join(this.#folder, part, hash));
        deleted += 1;
      }
    }
    return deleted;
  }

  #place(incoming: string, hash: string): void {
    mkdirSync(join(this.#folder, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
    renameSync(incoming, this.pathOf(hash));
  }
}

export async function hashFile(path: string): Promise<{ readonly hash: string; readonly bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part);
    bytes += part.length;
  }
  return { hash: hash.digest("hex"), bytes };
}

async function copyFile(
  from: string,
  to: string,
): Promise<{ readonly hash: string; readonly bytes: number }> {
  const hash = createHash("sha256");
  const file = openSync(to, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const part of createReadStream(from) as AsyncIterable<Buffer>) {
      hash.update(part);
      writeSync(file, part);
      bytes += part.length;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { hash: hash.digest("hex"), bytes };
}

/** Codes of systems that cannot give a file a second name there. */
const NO_LINKS = new Set(["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (NO_LINKS.has(codeOf(error) ?? "")) return false;
    throw error;
  }
}
