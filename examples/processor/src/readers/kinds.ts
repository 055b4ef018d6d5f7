import type { Reader } from "./reader.ts";
import { readMail } from "./mail.ts";
import { readPdf } from "./pdf.ts";
import { readPicture } from "./picture.ts";
import { readSheets } from "./sheets.ts";
import { readSlides } from "./slides.ts";
import { readSound } from "./sound.ts";
import { readWord } from "./word.ts";

/** A file type that this processor reads. */
export interface Kind {
  readonly step: "extract" | "transcribe";
  /** The status text for people during processing. */
  readonly message: string;
  readonly read: Reader;
}

const SOUND: Kind = { step: "transcribe", message: "Transcribing the recording.", read: readSound };
const PICTURE: Kind = { step: "extract", message: "Recognising the text of the picture.", read: readPicture };
const PDF: Kind = { step: "extract", message: "Reading the pages.", read: readPdf };
const WORD: Kind = { step: "extract", message: "Reading the document.", read: readWord };
const SLIDES: Kind = { step: "extract", message: "Reading the slides.", read: readSlides };
const SHEETS: Kind = { step: "extract", message: "Reading the sheets.", read: readSheets };
const MAIL: Kind = { step: "extract", message: "Reading the message.", read: readMail };

const OLE = /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/;
const PICTURE_OPENING =
  /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|BM.{4}\0{4}|RIFF.{4}WEBP|P[1-6]\s)/s;

/**
 * Office files before 2007 and Outlook messages share their first bytes (OLE); content type and name
 * distinguish them.
 */
const OLE_KINDS: readonly (readonly [RegExp, RegExp, Kind])[] = [
  [/^application\/(?:msword|vnd\.ms-word)/, /\.(?:doc|dot)$/i, WORD],
  [/^application\/(?:vnd\.ms-powerpoint|mspowerpoint|powerpoint)/, /\.(?:ppt|pps|pot)$/i, SLIDES],
  [/^application\/(?:vnd\.ms-excel|msexcel|excel)/, /\.(?:xls|xlt)$/i, SHEETS],
  [/^application\/(?:vnd\.ms-outlook|x-msg)/, /\.msg$/i, MAIL],
];

/**
 * Detects the type by the bytes, then by the declared type, then by the name.
 * @param head the first bytes, as Latin-1
 * @returns null for unsupported files
 */
export function kindOf(head: string, contentType: string, name: string): Kind | null {
  const mediaType = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (head.slice(0, 1_024).includes("%PDF-")) return PDF;
  if (PICTURE_OPENING.test(head)) return PICTURE;
  if (OLE.test(head)) {
    const byType = OLE_KINDS.find(([types]) => types.test(mediaType));
    return (byType ?? OLE_KINDS.find(([, names]) => names.test(name)))?.[2] ?? null;
  }
  if (/^(?:audio|video)\//.test(mediaType)) return SOUND;
  return null;
}
