import { damagedError, noTextError, SPLIT_UP } from "../extraction-errors.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { flattenHtml } from "../html/flatten-html.ts";
import { scanHtmlText } from "../html/scan-html-text.ts";
import { decodeText } from "../text/decode-text.ts";
import { readXml, type XmlReader } from "../xml/read-xml.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { chapterTitles } from "./chapter-titles.ts";
import { OfficeText, locatorName } from "./office-text.ts";
import { resolvePart } from "./package-parts.ts";

/** Maximum size of a chapter, because its DOM tree is built as a whole. */
const MAX_CHAPTER_BYTES = 4 * 1024 * 1024;
const CONTAINER = "META-INF/container.xml";
const PAGES = new Set(["application/xhtml+xml", "text/html", "text/x-oeb1-document"]);

interface Book {
  title: string;
  /** Names of the chapters' archive entries, in reading order. */
  readonly chapters: string[];
  /** Name of the archive entry with the table of contents (EPUB 2 or 3); "" without a table. */
  contents: string;
}

/**
 * Extracts a book, chapter by chapter in reading order.
 * @throws ExtractionError if the book is damaged, encrypted, too large, or has no text
 */
export async function extractEpub(bytes: Uint8Array): Promise<ExtractedText> {
  const zip = new ZipArchive(bytes);
  const book = await runCooperatively(readBook(zip));
  await runCooperatively(requirePlain(zip, book.chapters));
  const titles = zip.has(book.contents)
    ? await runCooperatively(chapterTitles(zip, book.contents))
    : new Map<string, string>();
  const text = new OfficeText();
  const chapters: string[] = [];
  for (const [at, chapter] of book.chapters.entries()) {
    const title = locatorName(titles.get(chapter) ?? "");
    text.setLocator({ kind: "chapter", chapter: at + 1, ...(title === "" ? {} : { title }) });
    chapters.push(await addChapter(zip, chapter, text));
  }
  const title = book.title.replace(/\s+/g, " ").trim();
  const written = text.toString();
  if (written === "") throw noTextError("book");
  return {
    text: written,
    pages: [],
    spans: text.spans,
    title,
    strategy: "epub",
    form: { html: chapters, isBalanced: false },
  };
}

/** @returns the chapter's HTML */
async function addChapter(zip: ZipArchive, chapter: string, text: OfficeText): Promise<string> {
  if (zip.sizeOf(chapter) > MAX_CHAPTER_BYTES)
    throw new ExtractionError(`This book has a chapter that is too large to be read. ${SPLIT_UP}`);
  const html = flattenHtml(
    await decodeText(await runCooperatively(zip.bytesOf(chapter)), { charset: null, isHtml: true }),
  );
  await runCooperatively(addBlocks(scanHtmlText(html).text, text));
  return html;
}

function* addBlocks(content: string, text: OfficeText): CooperativeTask<void> {
  for (const block of content.split("\n\n")) {
    text.add({ kind: "spelled", text: block });
    yield;
  }
}

function* readBook(zip: ZipArchive): CooperativeTask<Book> {
  let packagePart = "";
  yield* readMember(zip, CONTAINER, {
    open: (name, attributes) => {
      if (name === "rootfile" && packagePart === "") packagePart = attributes.get("full-path") ?? "";
    },
  });
  if (!zip.has(packagePart)) throw damagedError("it holds no book");
  const folder = packagePart.slice(0, packagePart.lastIndexOf("/") + 1);
  const items = new Map<string, { member: string; isPage: boolean; isContents: boolean }>();
  const book: Book = { title: "", chapters: [], contents: "" };
  let isTitle = false;
  yield* readMember(zip, packagePart, {
    open: (name, attributes) => {
      isTitle = name === "title" && book.title === "";
      const [id, href] = [attributes.get("id") ?? "", attributes.get("href") ?? ""];
      const type = attributes.get("media-type") ?? "";
      if (name === "item") {
        const isContents = /(?:^|\s)nav(?:\s|$)/.test(attributes.get("properties") ?? "");
        const member = resolvePart(folder, href.split("#", 1)[0] ?? "");
        items.set(id, { member, isPage: PAGES.has(type), isContents });
        if (isContents || (type === "application/x-dtbncx+xml" && book.contents === ""))
          book.contents = member;
      }
      const item = name === "itemref" ? items.get(attributes.get("idref") ?? "") : undefined;
      if (
        item?.isPage === true &&
        !item.isContents &&
        zip.has(item.member) &&
        !book.chapters.includes(item.member)
      )
        book.chapters.push(item.member);
    },
    text: (text) => {
      if (isTitle) book.title += text;
    },
    close: () => {
      isTitle = false;
    },
  });
  return book;
}

/** Rejects a book with encrypted text. Obfuscated fonts are allowed. */
function* requirePlain(zip: ZipArchive, chapters: readonly string[]): CooperativeTask<void> {
  yield* readMember(zip, "META-INF/encryption.xml", {
    open: (name, attributes) => {
      const hidden = name === "CipherReference" ? resolvePart("", attributes.get("URI") ?? "") : "";
      if (chapters.includes(hidden))
        throw new ExtractionError(
          "This book is protected against copying and cannot be read. Upload a copy without protection.",
        );
    },
  });
}

function* readMember(zip: ZipArchive, name: string, reader: XmlReader): CooperativeTask<void> {
  if (zip.has(name)) yield* readXml(zip.pieces(name), reader, { doctype: true });
}
