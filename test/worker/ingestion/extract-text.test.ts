import { describe, expect, test } from "vitest";
import { MAX_PARSED_BYTES } from "../../../src/ingestion/extract/file-types.ts";
import { extract, refusal } from "../../support/fixtures/documents/extract.ts";
import { makePdf, pageOf } from "../../support/fixtures/documents/pdf.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe("plain text", () => {
  test("plain text stays unchanged, with line ends and trailing spaces", async () => {
    const text = "  first line \r\nsecond\tline\n\n\n<b>no markup</b> &amp;\n";
    const spans = [{ start: 0, end: text.length, locator: { kind: "line", line: 1 } }];
    expect(await extract(text, "text/plain")).toEqual({
      text,
      pages: [],
      spans,
      title: "",
      strategy: "text",
      form: "plain",
    });
  });

  test("plain text with lone carriage returns has no line locators", async () => {
    expect((await extract("one\rtwo\rthree", "text/plain")).spans).toEqual([]);
  });

  test.each(["application/xml", "text/x-python", "application/x-yaml", "text/x-anything"])(
    "the extractor reads %s as text",
    async (type) => expect((await extract("a,1", type)).text).toBe("a,1"),
  );

  test("plain text loses its byte-order mark and NULs", async () => {
    expect((await extract("\ufeffa\0b", "text/plain")).text).toBe("ab");
  });

  test("Markdown stays unchanged, and its heading is the title", async () => {
    const text = "Some words.\n\n## The *real* title ##\n\nText";
    expect(await extract(text, "text/markdown")).toMatchObject({
      text,
      title: "The *real* title",
      strategy: "markdown",
      form: "markdown",
    });
    expect((await extract("---\ntitle: 'Front matter'\n---\n# Heading", "text/markdown")).title).toBe(
      "Front matter",
    );
    expect((await extract("Underlined\n==========\n\n# Later", "text/markdown")).title).toBe("Underlined");
  });
});

describe("character encodings", () => {
  test.each([
    [
      "a byte-order mark decides before the declared charset",
      bytes(0xff, 0xfe, 0xe9, 0, 0x41, 0),
      "text/plain; charset=utf-8",
      "éA",
    ],
    ["big-endian UTF-16 is known by its mark", bytes(0xfe, 0xff, 0, 0xe9), "text/plain", "é"],
    ["the declared charset is used", bytes(0x93, 0xfa, 0x96, 0x7b), "text/plain; charset=Shift_JIS", "日本"],
    ["UTF-16 without a mark is known by its zeros", bytes(0x61, 0, 0x62, 0, 0x63, 0), "text/plain", "abc"],
    [
      "what is not valid UTF-8 is windows-1252",
      bytes(0x63, 0x61, 0x66, 0xe9, 0x20, 0x93),
      "text/plain",
      "café “",
    ],
    ["an unknown charset is ignored", bytes(0xc3, 0xa9), "text/plain; charset=nonsense", "é"],
  ])("the decoder finds the encoding of a text: %s", async (_, content, type, text) =>
    expect((await extract(content, type)).text).toBe(text),
  );

  test("HTML may declare its charset in a meta tag", async () => {
    const html = [...new TextEncoder().encode('<meta charset="koi8-r"><p>'), 0xd0, 0xd2, 0xc9];
    expect((await extract(Uint8Array.from(html), "text/html")).text).toBe("при");
  });
});

describe("a missing or generic content type", () => {
  test.each([
    ["<!DOCTYPE html><p>Hello</p>", "", "page", "Hello"],
    ["<p>Hello</p>", "application/octet-stream", "page.HTML", "Hello"],
    ["# Hello", "", "notes.md", "# Hello"],
    ["hello", "", "noextension", "hello"],
    ["hello", "", "made.constructor", "hello"],
  ])(
    "the service detects a missing or generic type from the beginning of the file: %j",
    async (content, type, name, text) => {
      expect((await extract(content, type, name)).text).toBe(text);
    },
  );

  test("a declared type has precedence over the file's appearance", async () => {
    expect((await extract("<html><p>Hello</p>", "text/plain")).text).toBe("<html><p>Hello</p>");
  });

  test.each([
    [
      "a page that is called a PDF, as failed downloads are",
      "<!DOCTYPE html><p>Not found</p>",
      "application/pdf",
      "report.pdf",
      "Not found",
    ],
    ["a page that is called a picture", "<html><p>Hello</p></html>", "image/png", "logo.png", "Hello"],
    ["rich text that is called a page", "{\\rtf1 Hello}", "text/html", "page.html", "Hello"],
    [
      "a calendar that is called nothing known",
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nEND:VEVENT",
      "application/x-apple",
      "x",
      "Tea.",
    ],
    [
      "captions that are called a film",
      "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n",
      "video/mp4",
      "film.mp4",
      "Hello",
    ],
  ])("the service reads a file without a type by its bytes: %s", async (_what, content, type, name, text) => {
    expect((await extract(content, type, name)).text).toBe(text);
  });

  test.each(["text/html", "text/csv", "image/jpeg", "application/json", "text/plain"])(
    "a PDF named %s is a PDF",
    async (type) => {
      const { text, strategy } = await extract(
        makePdf({ pages: [pageOf("Chapter one.")] }),
        type,
        "thing.txt",
      );
      expect([text, strategy]).toEqual(["Chapter one.", "pdf-text-layer"]);
    },
  );

  test.each(["text/csv", "application/pdf", "text/html", "audio/mpeg"])(
    "the error for a picture named %s names a picture",
    async (type) => {
      const picture = bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52);
      expect((await refusal(picture, type, "data.csv")).reason).toContain(
        "cannot read files of type image/png",
      );
    },
  );

  test.each([
    ["text/x-php", "<!DOCTYPE html><?php echo 1 ?>"],
    ["text/markdown", "<html>\n\n# How pages begin"],
    ["text/markdown", "GIF89a is how pictures begin"],
    ["text/markdown", "A PDF begins with %PDF-1.7"],
  ])("%s may begin like another format: %j", async (type, text) => {
    expect((await extract(text, type)).text).toBe(text);
  });

  test("the extractor rejects pictures, archives and unknown binaries by type", async () => {
    expect((await refusal("x", "image/png")).reason).toContain(
      "cannot read files of type image/png. Run text recognition",
    );
    expect((await refusal("x", "audio/mpeg")).reason).toContain("Upload a transcript");
    expect((await refusal("x", "application/x-shockwave")).reason).toContain(
      "Save it as PDF, DOCX, HTML or text",
    );
    expect((await refusal(bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), "", "x")).reason).toContain(
      "image/png",
    );
    expect((await refusal("PK\x03\x04", "", "report.docx")).reason).toContain("damaged");
    expect((await refusal(bytes(1, 0, 0, 2), "application/octet-stream")).reason).toContain(
      "application/octet-stream",
    );
  });
});

describe("a file without text", () => {
  test.each([
    ["no bytes", "", "text/plain"],
    ["white space only", " \r\n\t\n", "text/markdown"],
    ["markup only", "<html><body><script>let a = 1</script><nav>Menu</nav></body></html>", "text/html"],
  ])("the extractor rejects a file without text permanently: %s", async (_, content, type) => {
    const { reason, permanent } = await refusal(content, type);
    expect(permanent).toBe(true);
    expect(reason).toMatch(/^This (file|page) .*\.$/);
  });

  test("the extractor rejects binary data declared as text", async () => {
    const noise = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 32);
    expect((await refusal(noise, "text/plain")).reason).toContain("binary");
  });

  test("the extractor rejects a file above the limit and reads one at the limit", async () => {
    expect((await refusal(new Uint8Array(MAX_PARSED_BYTES + 1).fill(97), "text/plain")).reason).toContain(
      "25 MiB",
    );
    expect((await extract(new Uint8Array(MAX_PARSED_BYTES).fill(97), "text/plain")).text).toHaveLength(
      MAX_PARSED_BYTES,
    );
  });
});
