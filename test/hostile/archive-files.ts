import { zipSync } from "fflate";
import { makeZip, type Members } from "../support/fixtures/documents/make-docx.ts";
import { packZip, type Packed } from "./pack-zip.ts";

const MEBIBYTE = 1024 * 1024;
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const numbered = (count: number, make: (at: number) => Packed): Packed[] =>
  Array.from({ length: count }, (_, at) => make(at));

function bombsInArchives(): Uint8Array {
  const inner = packZip(numbered(4, (at) => ({ name: `${at}.txt`, content: new Uint8Array(10 * MEBIBYTE) })));
  return packZip(numbered(16, (at) => ({ name: `${at}.zip`, content: inner })));
}

/** Nested archives. */
function nested(depth: number, innermost: Members): Uint8Array {
  let bytes: Uint8Array = makeZip(innermost);
  for (let at = 0; at < depth; at += 1)
    bytes = Uint8Array.from(zipSync({ [`${at}.zip`]: [bytes, { level: 0, mtime: "2026-01-01" }] }));
  return bytes;
}

type Maker = readonly [why: string, make: () => Uint8Array];

export const archiveFiles: Readonly<Record<string, Maker>> = {
  "archive-bomb": [
    "one file of 400 MiB in 400 KB",
    () => packZip([{ name: "zeros", content: new Uint8Array(400 * MEBIBYTE) }]),
  ],
  "archive-bombs": [
    "500 files of a mebibyte of zeros",
    () => packZip(numbered(500, (at) => ({ name: `${at}.txt`, content: new Uint8Array(MEBIBYTE) }))),
  ],
  "archive-lying-bomb": [
    "90 MiB that are said to be ten bytes",
    () => packZip([{ name: "a.txt", content: new Uint8Array(90 * MEBIBYTE), said: 10 }]),
  ],
  "archive-lying-zip64": [
    "2^60 bytes, by a field of 64 bits",
    () => packZip([{ name: "a.txt", content: ascii("text"), said64: 2n ** 60n }]),
  ],
  "archive-saying-less": [
    "a file that comes to more than it says",
    () => packZip([{ name: "a.txt", content: ascii("text ".repeat(99)), said: 9 }]),
  ],
  "archive-saying-more": [
    "a file that comes to less than it says",
    () => packZip([{ name: "a.txt", content: ascii("text"), said: 20 * MEBIBYTE }]),
  ],
  "archive-slips": [
    "names that lead out of every folder",
    () =>
      packZip(
        [
          "../../../etc/passwd",
          "/etc/shadow",
          "C:\\Windows\\win.ini",
          "..\\..\\a",
          "a/../../b",
          "\u202etxt.exe",
          "\u0000",
        ].map((name) => ({
          name,
          content: ascii("root"),
        })),
      ),
  ],
  "archive-one-name": [
    "4,000 files of one name",
    () => packZip(numbered(4_000, () => ({ name: "a.txt", content: ascii("x") }))),
  ],
  "archive-long-names": [
    "100 files with names of 60,000 characters",
    () =>
      packZip(numbered(100, (at) => ({ name: `${at}${"/deep".repeat(12_000)}.txt`, content: ascii("x") }))),
  ],
  "archive-files": [
    "6,000 files",
    () => packZip(numbered(6_000, (at) => ({ name: `${at}`, content: ascii("x") }))),
  ],
  "archive-overlapping": [
    "1,000 files that share their bytes",
    () =>
      packZip(
        numbered(1_000, (at) => ({ name: `${at}.txt`, content: new Uint8Array(MEBIBYTE), isShared: true })),
      ),
  ],
  "archive-nested": ["archives in archives, thirty deep", () => nested(30, { "deep.txt": "Deep down." })],
  "archive-nested-bombs": ["sixteen archives, each of four files of ten mebibytes", bombsInArchives],
  "archive-encrypted": [
    "files under a password",
    () => packZip(numbered(9, (at) => ({ name: `${at}.txt`, content: ascii("x"), isEncrypted: true }))),
  ],
  "archive-of-folders": [
    "4,000 folders and nothing in them",
    () => packZip(numbered(4_000, (at) => ({ name: `${at}/`, content: new Uint8Array() }))),
  ],
};

const attachment = (name: string, body: string): string =>
  `--cut\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`;
const mailOf = (parts: string): Uint8Array =>
  ascii(
    `From: a@b.example\r\nSubject: Hostile\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n${parts}--cut--\r\n`,
  );
const partsInParts = (depth: number): string =>
  Array.from(
    { length: depth },
    (_, at) =>
      `--${at === 0 ? "cut" : `b${at}`}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  ).join("");

export const mailFiles: Readonly<Record<string, Maker>> = {
  "mail-parts-in-parts": ["3,000 multiparts, each in the one before", () => mailOf(partsInParts(3_000))],
  "mail-parts": ["100,000 parts", () => mailOf("--cut\r\n\r\nx\r\n".repeat(100_000))],
  "mail-attachments": [
    "1,900 attached files",
    () => mailOf(Array.from({ length: 1_900 }, (_, at) => attachment(`${at}.txt`, "eA==")).join("")),
  ],
  "mail-large-attachment": [
    "24 MiB of base64",
    () => mailOf(attachment("a.bin", `${"QUJD".repeat(19)}\r\n`.repeat(24 * 13_000))),
  ],
  "mail-slips": [
    "attached files whose names lead out",
    () =>
      mailOf(
        ["../../a.txt", "C:\\\\a.txt", "/etc/passwd", ""].map((name) => attachment(name, "eA==")).join(""),
      ),
  ],
  "mail-messages-in-messages": [
    "1,000 messages, each in the one before",
    () =>
      ascii(
        `${"From: a@b.example\r\nContent-Type: message/rfc822\r\n\r\n".repeat(1_000)}Subject: deep\r\n\r\ntext`,
      ),
  ],
  "mail-fields": [
    "10 MiB of fields",
    () => ascii(`From: a@b.example\r\n${"X-Field: value\r\n".repeat(650_000)}\r\ntext`),
  ],
  "mail-folded-field": [
    "a field of 10 MiB in folded lines",
    () => ascii(`From: a@b.example\r\nSubject: a\r\n${" folded\r\n".repeat(1_100_000)}\r\ntext`),
  ],
  "mail-encoded-words": [
    "a subject of 100,000 encoded words",
    () => ascii(`From: a@b.example\r\nSubject: ${"=?utf-8?Q?=C3=A9?= ".repeat(100_000)}\r\n\r\ntext`),
  ],
  "mail-boundaries": [
    "two million lines that look like boundaries",
    () => mailOf("--cu\r\n".repeat(2_000_000)),
  ],
  "mail-addresses": [
    "a million recipients",
    () => ascii(`From: a@b.example\r\nTo: ${"c@d.example, ".repeat(50_000)}\r\n\r\ntext`),
  ],
};

export const mboxFiles: Readonly<Record<string, Maker>> = {
  "mbox-empty-messages": [
    "a million messages without content",
    () => ascii("From a@b.example Mon Mar  2 10:00:00 2026\r\n\r\n".repeat(500_000)),
  ],
  "mbox-messages": [
    "1,990 messages with a file each",
    () =>
      ascii(
        Array.from(
          { length: 1_990 },
          (_, at) =>
            `From a@b.example Mon Mar  2 10:00:00 2026\r\nFrom: a@b.example\r\nSubject: ${at}\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\n\r\nText ${at}.\r\n${attachment(`${at}.txt`, "eA==")}--cut--\r\n\r\n`,
        ).join(""),
      ),
  ],
};
