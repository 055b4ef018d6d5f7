import { decodeAs } from "../../text/decode-as.ts";
import { decodeUnknown } from "../../text/decode-unknown.ts";
import { codePageLabel } from "./code-page-label.ts";
import { decompressRtf } from "./decompress-rtf.ts";
import { mapiProperties, propertyNumber, propertyText } from "./mapi-properties.ts";

/** A message or attachment in a `winmail.dat` ([MS-OXTNEF], Transport Neutral Encapsulation Format). */
export interface TnefMessage {
  /** The message text, in three formats. */
  readonly plain: string;
  readonly html: Uint8Array;
  readonly rtf: Uint8Array;
  /** Encoding label of `html`, if the message gives one. */
  readonly charset: string | null;
  readonly attachments: readonly TnefAttachment[];
  /** Whether the message is truncated or has a damaged attribute. */
  readonly isCut: boolean;
}

export interface TnefAttachment {
  readonly name: string;
  /** The declared type; "" if the message gives none. */
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Whether the file is an embedded message in the same format. */
  readonly isMessage: boolean;
}

const SIGNATURE = 0x223e9f78;
const ATTRIBUTE = {
  body: 0x0002_800c,
  properties: 0x0006_9003,
  codePage: 0x0006_9007,
  newAttachment: 0x0006_9002,
  title: 0x0001_8010,
  data: 0x0006_800f,
  attachmentProperties: 0x0006_9005,
} as const;
/** MAPI property numbers ([MS-OXPROPS]). */
const PROPERTY = { body: 0x1000, rtf: 0x1009, html: 0x1013, codePage: 0x3fde } as const;
const ATTACHED = { object: 0x3701, shortName: 0x3704, name: 0x3707, mimeType: 0x370e } as const;
const OBJECT = 0x000d;
const GUID_BYTES = 16;
const MAX_ATTRIBUTES = 5_000;

interface Attribute {
  readonly id: number;
  readonly data: Uint8Array;
}

/** @returns null if the bytes are not TNEF */
export function readTnef(bytes: Uint8Array): TnefMessage | null {
  const { attributes, isCut } = attributesOf(bytes);
  if (attributes === null) return null;
  const dataOf = (id: number): Uint8Array =>
    attributes.find((attribute) => attribute.id === id)?.data ?? new Uint8Array();
  const properties = mapiProperties(dataOf(ATTRIBUTE.properties));
  const codePage = dataOf(ATTRIBUTE.codePage);
  const label =
    codePage.length < 4
      ? null
      : codePageLabel(new DataView(codePage.buffer, codePage.byteOffset, 4).getUint32(0, true));
  const decode = (raw: Uint8Array): string =>
    (label === null ? null : decodeAs(label, raw)) ?? decodeUnknown(raw);
  const plain =
    propertyText(properties.get(PROPERTY.body), decode) ||
    decode(dataOf(ATTRIBUTE.body)).replaceAll("\0", "");
  const html = properties.get(PROPERTY.html);
  const rtf = properties.get(PROPERTY.rtf)?.value;
  const internet = propertyNumber(properties.get(PROPERTY.codePage));
  return {
    plain,
    html:
      html?.type === 0x001e || html?.type === 0x0102
        ? html.value
        : new TextEncoder().encode(propertyText(html, decode)),
    rtf: (rtf === undefined ? null : decompressRtf(rtf)) ?? new Uint8Array(),
    charset: internet === null ? label : codePageLabel(internet),
    attachments: attachmentsOf(attributes, decode),
    isCut,
  };
}

function attributesOf(bytes: Uint8Array): { attributes: Attribute[] | null; isCut: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 6 || view.getUint32(0, true) !== SIGNATURE) return { attributes: null, isCut: false };
  const attributes: Attribute[] = [];
  for (let at = 6; at + 9 <= bytes.length && attributes.length < MAX_ATTRIBUTES;) {
    const [id, length] = [view.getUint32(at + 1, true), view.getUint32(at + 5, true)];
    const end = at + 9 + length;
    attributes.push({ id, data: bytes.subarray(at + 9, end) });
    // Each attribute ends with a 2-byte checksum.
    if (end + 2 > bytes.length) return { attributes, isCut: end > bytes.length };
    at = end + 2;
  }
  return { attributes, isCut: attributes.length >= MAX_ATTRIBUTES };
}

function attachmentsOf(
  attributes: readonly Attribute[],
  decode: (bytes: Uint8Array) => string,
): TnefAttachment[] {
  const groups: Attribute[][] = [];
  for (const attribute of attributes) {
    if (attribute.id === ATTRIBUTE.newAttachment) groups.push([]);
    groups.at(-1)?.push(attribute);
  }
  return groups.map((group) => attachmentOf(group, decode));
}

function attachmentOf(group: readonly Attribute[], decode: (bytes: Uint8Array) => string): TnefAttachment {
  const dataOf = (id: number): Uint8Array =>
    group.find((attribute) => attribute.id === id)?.data ?? new Uint8Array();
  const properties = mapiProperties(dataOf(ATTRIBUTE.attachmentProperties));
  const text = (id: number): string => propertyText(properties.get(id), decode);
  const held = properties.get(ATTACHED.object);
  const isMessage = held?.type === OBJECT;
  const data = dataOf(ATTRIBUTE.data);
  return {
    name:
      text(ATTACHED.name) || decode(dataOf(ATTRIBUTE.title)).replaceAll("\0", "") || text(ATTACHED.shortName),
    mimeType: text(ATTACHED.mimeType),
    bytes: isMessage ? held.value.subarray(GUID_BYTES) : data.length > 0 ? data : (held?.value ?? data),
    isMessage,
  };
}
