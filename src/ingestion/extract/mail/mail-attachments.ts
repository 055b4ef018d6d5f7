import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { UniquePaths } from "../archive/unique-paths.ts";
import type { ArchiveEntry } from "../archive/archive-entry.ts";
import { typeOfName } from "../detect-format.ts";
import { mboxMessages } from "./mbox-messages.ts";
import { type AttachedFile, type MessagePiece, messagePieces } from "./message-pieces.ts";
import { mailToUtf8 } from "./mail-to-utf8.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";

export const MAX_ATTACHMENTS = 100;
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,150}$/;
/** Types of signatures and keys, which have no readable text. */
const SIGNATURE = /^application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|encrypted|keys))$/i;

/** Lists the attachments of a message in order, without empty files and signatures. */
export async function mailAttachments(bytes: Uint8Array): Promise<ArchiveEntry[]> {
  return await membersOf([bytes]);
}

/** Lists the attachments of all messages in a mailbox. */
export async function mboxAttachments(bytes: Uint8Array): Promise<ArchiveEntry[]> {
  return await membersOf(mboxMessages(mailToUtf8(bytes).bytes));
}

/** Returns the attachments that become assets. */
export function attachedFiles(pieces: readonly MessagePiece[]): AttachedFile[] {
  return pieces.flatMap((piece) =>
    piece.kind === "attached" && !piece.isEmpty && !SIGNATURE.test(piece.mimeType) ? [piece] : [],
  );
}

async function membersOf(messages: Iterable<Uint8Array>): Promise<ArchiveEntry[]> {
  const paths = new UniquePaths();
  const entries: ArchiveEntry[] = [];
  for (const message of messages) {
    for (const file of attachedFiles(await readable(message))) {
      entries.push(memberOf(file, paths, entries.length));
      if (entries.length >= MAX_ATTACHMENTS) return entries;
    }
  }
  return entries;
}

/** Returns no parts for an unreadable message, so that the mailbox is still read. */
async function readable(message: Uint8Array): Promise<readonly MessagePiece[]> {
  try {
    return await messagePieces(message);
  } catch (error) {
    if (error instanceof ExtractionError) return [];
    throw error;
  }
}

function memberOf({ filename, mimeType, bytes }: AttachedFile, paths: UniquePaths, at: number): ArchiveEntry {
  const isMessage = /^message\//i.test(mimeType);
  const path = paths.next(filename ?? (isMessage ? `message ${at + 1}.eml` : `attachment ${at + 1}`), at + 1);
  const isTyped = MEDIA_TYPE.test(mimeType) && mimeType !== "application/octet-stream";
  const contentType = isTyped ? mimeType.toLowerCase() : (typeOfName(path) ?? "application/octet-stream");
  return { path, contentType, size: 0, rejection: null, bytes: () => decoded(bytes) };
}

function* decoded(decode: () => Uint8Array): CooperativeTask<Uint8Array> {
  yield;
  return decode();
}
