import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { seededRandom } from "../data/seeded.ts";
import { runProgram } from "./readers/run-program.ts";

const FILES_PER_KIND = 30;
const SEED = 7;
const MADE_AT = new Date(2026, 0, 1);
/** Source of the words of generated files: a document of one of the packages. */
export const GENERATED_FILES_SOURCE = "debmake-doc";
const WORDS = /debmake-doc\.en\.txt/;

/**
 * Generates files that packages lack: captions and calendars in several programs' styles, and a minimal book.
 */
export async function generateFiles(corpus: string, folders: ReadonlyMap<string, string>): Promise<string> {
  const folder = join(corpus, "packages", "made");
  await mkdir(folder, { recursive: true });
  const sentences = await sentencesOf(folders.get(GENERATED_FILES_SOURCE) ?? "");
  for (let at = 0; at < FILES_PER_KIND; at += 1) {
    const random = seededRandom(SEED + at);
    const said = (): string => sentences[Math.floor(random() * sentences.length)] ?? "";
    const number = String(at + 1).padStart(2, "0");
    await writeFile(
      join(folder, `${number}.${at % 2 === 0 ? "vtt" : "srt"}`),
      captions(random, said, at % 2 === 0),
    );
    await writeFile(join(folder, `${number}.ics`), calendar(random, said));
    await writeFile(join(folder, `${number}.eml`), message(at, said));
    await writeFile(join(folder, `${number}.epub`), book(said));
  }
  return folder;
}

/** A minimal EPUB: a reading order, and one file per chapter. */
function book(said: () => string): Uint8Array {
  const chapters = Array.from({ length: 5 }, (_, at) => `c${at + 1}`);
  const page = (name: string): string => {
    const paragraphs = Array.from(
      { length: 6 },
      () => `<p>${marked(said())} <em>${marked(said())}</em></p>`,
    ).join("");
    const head = `<head><title>${name}</title></head>`;
    return `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${head}<body><h1>${marked(said())}</h1>${paragraphs}</body></html>`;
  };
  const items = chapters
    .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
    .join("");
  const spine = chapters.map((name) => `<itemref idref="${name}"/>`).join("");
  const meta =
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Made</dc:title><dc:language>en</dc:language></metadata>';
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">${meta}<manifest>${items}</manifest><spine>${spine}</spine></package>`;
  const root =
    '<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles>';
  const container = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">${root}</container>`;
  const pages = chapters.map((name) => [`${name}.xhtml`, strToU8(page(name))] as const);
  const files = {
    mimetype: strToU8("application/epub+zip"),
    "META-INF/container.xml": strToU8(container),
    "book.opf": strToU8(opf),
  };
  return zipSync({ ...files, ...Object.fromEntries(pages) }, { mtime: MADE_AT });
}

const marked = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

async function sentencesOf(folder: string): Promise<string[]> {
  const entries = folder === "" ? [] : await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries.find((entry) => entry.isFile() && WORDS.test(entry.name));
  if (found === undefined) return ["There are no words to be had here today."];
  const path = join(found.parentPath, found.name);
  const text = path.endsWith(".gz") ? await runProgram("gzip", ["-dc", path]) : await readFile(path, "utf8");
  return text
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?]) /)
    .filter((sentence) => /^[A-Z][\w ,'"();-]{30,160}[.!?]$/.test(sentence));
}

function captions(random: () => number, said: () => string, isWebVtt: boolean): string {
  const end = random() < 0.5 ? "\r\n" : "\n";
  const blocks: string[][] = isWebVtt
    ? [["WEBVTT - Made for a test"], ["STYLE", "::cue { color: white }"], ["NOTE", said()]]
    : [];
  let now = Math.floor(random() * 5_000);
  for (let cue = 1; cue <= 40; cue += 1) {
    const length = 800 + Math.floor(random() * 4_000);
    const times = `${clock(now, isWebVtt)} --> ${clock(now + length, isWebVtt)}${isWebVtt && random() < 0.3 ? " align:start position:10%" : ""}`;
    const words = said().split(" ");
    const half = Math.ceil(words.length / 2);
    const lines = [words.slice(0, half).join(" "), words.slice(half).join(" ")];
    if (random() < 0.2) lines[0] = `<i>${lines[0]}</i>`;
    if (isWebVtt && random() < 0.2) lines[0] = `<v Speaker ${cue % 3}>${lines[0]}`;
    blocks.push([...(isWebVtt && random() < 0.5 ? [] : [String(cue)]), times, ...lines]);
    now += length + Math.floor(random() * 6_000);
  }
  return blocks.map((lines) => lines.join(end) + end).join(end);
}

function clock(ms: number, isWebVtt: boolean): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}${isWebVtt ? "." : ","}${String(ms % 1_000).padStart(3, "0")}`;
}

function calendar(random: () => number, said: () => string): string {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//made//for a test//EN"];
  for (let event = 1; event <= 12; event += 1) {
    const kind = random() < 0.2 ? "VTODO" : "VEVENT";
    const day = `2026${String(1 + Math.floor(random() * 12)).padStart(2, "0")}${String(1 + Math.floor(random() * 28)).padStart(2, "0")}`;
    lines.push(
      `BEGIN:${kind}`,
      `UID:${event}@made`,
      `DTSTAMP:${day}T080000Z`,
      `DTSTART:${day}T${String(8 + (event % 10)).padStart(2, "0")}0000Z`,
    );
    lines.push(
      `SUMMARY${random() < 0.2 ? ";LANGUAGE=en" : ""}:${escaped(said())}`,
      `LOCATION:${escaped(said())}`,
    );
    lines.push(`DESCRIPTION:${escaped(said())}\\n${escaped(said())}`, `END:${kind}`);
  }
  return [...lines, "END:VCALENDAR", ""].map(folded).join("\r\n");
}

const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");
const wrapped = (text: string): string => text.match(/.{1,76}/g)?.join("\r\n") ?? "";

/** Plain, HTML or both; unencoded, quoted-printable or base64. */
function message(at: number, said: () => string): string {
  const paragraphs = Array.from({ length: 6 }, () => `${said()} Grüße, ${said()}`);
  const html = `<html><body>${paragraphs.map((text) => `<p>${text.replaceAll("<", "&lt;")}</p>`).join("\n")}</body></html>`;
  const part = (type: string, text: string): string => {
    if (at % 3 === 0)
      return [`Content-Type: ${type}; charset=utf-8`, "Content-Transfer-Encoding: 8bit", "", text].join(
        "\r\n",
      );
    if (at % 3 === 1)
      return [
        `Content-Type: ${type}; charset=utf-8`,
        "Content-Transfer-Encoding: base64",
        "",
        wrapped(base64(text)),
      ].join("\r\n");
    const latin = [...Buffer.from(text, "latin1")]
      .map((byte) =>
        byte === 61 || byte > 126
          ? `=${byte.toString(16).toUpperCase().padStart(2, "0")}`
          : String.fromCharCode(byte),
      )
      .join("");
    const lines = latin.split("\n").map((line) => line.match(/(?:[^=]|=..){1,70}/g)?.join("=\r\n") ?? "");
    return [
      `Content-Type: ${type}; charset=iso-8859-1`,
      "Content-Transfer-Encoding: quoted-printable",
      "",
      lines.join("\r\n"),
    ].join("\r\n");
  };
  const head = [
    "From: A <a@example.com>",
    "To: B <b@example.com>",
    "Date: Thu, 01 Jan 2026 10:00:00 +0000",
    "MIME-Version: 1.0",
    `Subject: =?utf-8?B?${base64(said().slice(0, 40))}?=`,
  ];
  const plain = paragraphs.join("\r\n\r\n");
  if (at % 4 === 0) return [...head, part("text/plain", plain), ""].join("\r\n");
  if (at % 4 === 1) return [...head, part("text/html", html), ""].join("\r\n");
  const parts = [part("text/plain", plain), part("text/html", html)].map((each) => `--made\r\n${each}\r\n`);
  return [
    ...head,
    'Content-Type: multipart/alternative; boundary="made"',
    "",
    `${parts.join("")}--made--`,
    "",
  ].join("\r\n");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&");
}

/** Folds lines at 75 bytes, as the format requires. */
function folded(line: string): string {
  return line.match(/.{1,73}/g)?.join("\r\n ") ?? "";
}
