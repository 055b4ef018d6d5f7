import PostalMime, { type Attachment } from "postal-mime";
import type { Steps } from "../../../text/steps.ts";
import { UniquePaths } from "../archive/member-paths.ts";
import type { Member } from "../archive/member.ts";
import { typeOfName } from "../media-type.ts";
import { decodeBody } from "./decode-body.ts";
import { mailParts, unfolded } from "./mail-parts.ts";
import { mboxMessages } from "./mbox-messages.ts";
import { asTextMessage } from "./text-message.ts";

const MAX_PARTS = 2_000;
export const MAX_ATTACHMENTS = 100;
const ENCODING = /^content-transfer-encoding:[ \t]*([\w-]{1,40})/im;
const ATTACHED = /^content-disposition:[ \t]*attachment/im;
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,150}$/;
/** What proves a message says nothing to people. */
const SIGNATURE = /^application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|encrypted|keys))$/i;
const EMPTY_LINES = new TextEncoder().encode("\r\n\r\n");

/** What is attached to a message, in its order. Those that are empty, or sign it, are left out. */
export async function mailMembers(bytes: Uint8Array): Promise<Member[]> {
  return await membersOf([bytes]);
}

/** What is attached to the messages of a mailbox. */
export async function mboxMembers(bytes: Uint8Array): Promise<Member[]> {
  return await membersOf(mboxMessages(bytes));
}

async function membersOf(messages: Iterable<Uint8Array>): Promise<Member[]> {
  const paths = new UniquePaths();
  const members: Member[] = [];
  for (const message of messages) {
    for (const { fields, body, isRelated } of mailParts(asTextMessage(message), MAX_PARTS)) {
      const said = unfolded(fields);
      if (body.length === 0 || said === "" || (isRelated && !ATTACHED.test(said))) continue;
      const attachment = await attachmentOf(fields);
      if (attachment === null || SIGNATURE.test(attachment.mimeType)) continue;
      const encoding = ENCODING.exec(said)?.[1] ?? "";
      members.push(memberOf(attachment, paths, members.length, () => decodeBody(body, encoding)));
      if (members.length >= MAX_ATTACHMENTS) return members;
    }
  }
  return members;
}

function memberOf({ filename, mimeType }: Attachment, paths: UniquePaths, at: number, decode: () => Uint8Array): Member {
  const isMessage = /^message\//i.test(mimeType);
  const path = paths.next(filename ?? (isMessage ? `message ${at + 1}.eml` : `attachment ${at + 1}`), at + 1);
  const isTyped = MEDIA_TYPE.test(mimeType) && mimeType !== "application/octet-stream";
  const contentType = isTyped ? mimeType.toLowerCase() : (typeOfName(path) ?? "application/octet-stream");
  return { path, contentType, size: 0, refusal: null, bytes: () => decoded(decode) };
}

function* decoded(decode: () => Uint8Array): Steps<Uint8Array> {
  yield;
  return decode();
}

/** Names stand there in many ways (RFC 2047, RFC 2231): the parser of messages reads the part without its body. */
async function attachmentOf(fields: Uint8Array): Promise<Attachment | null> {
  const empty = new Uint8Array(fields.length + EMPTY_LINES.length);
  empty.set(fields);
  empty.set(EMPTY_LINES, fields.length);
  try {
    const { attachments } = await PostalMime.parse(empty, { attachmentEncoding: "arraybuffer", forceRfc822Attachments: true });
    return attachments[0] ?? null;
  } catch {
    return null;
  }
}
