import type { Steps } from "../../../text/steps.ts";
import { UniquePaths } from "../archive/member-paths.ts";
import type { Member } from "../archive/member.ts";
import { typeOfName } from "../media-type.ts";
import { mboxMessages } from "./mbox-messages.ts";
import { type AttachedFile, type MessagePiece, messagePieces } from "./message-pieces.ts";
import { asByteMail } from "./unicode-mail.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";

export const MAX_ATTACHMENTS = 100;
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,150}$/;
/** Signatures and keys have no readable text. */
const SIGNATURE = /^application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|encrypted|keys))$/i;

/** Lists the attachments of a message in order, without empty files and signatures. */
export async function mailMembers(bytes: Uint8Array): Promise<Member[]> {
  return await membersOf([bytes]);
}

/** Lists the attachments of all messages in a mailbox. */
export async function mboxMembers(bytes: Uint8Array): Promise<Member[]> {
  return await membersOf(mboxMessages(asByteMail(bytes).bytes));
}

/** The attachments that become assets. */
export function filesIn(pieces: readonly MessagePiece[]): AttachedFile[] {
  return pieces.flatMap((piece) => (piece.kind === "attached" && !piece.isEmpty && !SIGNATURE.test(piece.mimeType) ? [piece] : []));
}

async function membersOf(messages: Iterable<Uint8Array>): Promise<Member[]> {
  const paths = new UniquePaths();
  const members: Member[] = [];
  for (const message of messages) {
    for (const file of filesIn(await readable(message))) {
      members.push(memberOf(file, paths, members.length));
      if (members.length >= MAX_ATTACHMENTS) return members;
    }
  }
  return members;
}

/** An unreadable message of a mailbox has no files. */
async function readable(message: Uint8Array): Promise<readonly MessagePiece[]> {
  try {
    return await messagePieces(message);
  } catch (error) {
    if (error instanceof ExtractionError) return [];
    throw error;
  }
}

function memberOf({ filename, mimeType, bytes }: AttachedFile, paths: UniquePaths, at: number): Member {
  const isMessage = /^message\//i.test(mimeType);
  const path = paths.next(filename ?? (isMessage ? `message ${at + 1}.eml` : `attachment ${at + 1}`), at + 1);
  const isTyped = MEDIA_TYPE.test(mimeType) && mimeType !== "application/octet-stream";
  const contentType = isTyped ? mimeType.toLowerCase() : (typeOfName(path) ?? "application/octet-stream");
  return { path, contentType, size: 0, refusal: null, bytes: () => decoded(bytes) };
}

function* decoded(decode: () => Uint8Array): Steps<Uint8Array> {
  yield;
  return decode();
}
