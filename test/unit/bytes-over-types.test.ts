import { describe, expect, test } from "vitest";
import { detectFormat } from "../../src/ingestion/extract/detect-format.ts";
import { extract } from "../support/fixtures/documents/extract.ts";
import { xmlRoot } from "../../src/ingestion/extract/xml-root.ts";

const kindOf = (content: string | Uint8Array, contentType: string, originalFileName = "file"): string => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return detectFormat({ bytes, contentType, originalFileName }).kind;
};

const SAVED = [
  "From: <Saved by a browser>",
  "Subject: Tolls",
  "MIME-Version: 1.0",
  'Content-Type: multipart/related;\r\n\ttype="text/html"; boundary="cut"',
  "",
  "--cut",
].join("\r\n");
const flat = (kind: string): string =>
  `<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:mimetype="application/vnd.oasis.opendocument.${kind}">`;
const WORD = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml">`;
const XHTML =
  '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x "a>b">]><html xmlns="http://www.w3.org/1999/xhtml"><p>Hello';

describe("reads a saved web archive as a message under any declared type", () => {
  test.each([
    "multipart/related",
    'multipart/related; boundary="cut"',
    "application/x-mimearchive",
    "message/rfc822",
    "application/octet-stream",
    "text/plain",
    "text/html",
    "application/xml",
    "application/x-unheard-of",
    "image/png",
    "",
  ])("the service reads a saved web archive declared as %j as a message", (type) =>
    expect(kindOf(SAVED, type)).toBe("mail"),
  );
});

describe("reads flat XML office files as office documents under any declared type", () => {
  const body =
    '<office:body><office:text><text:p xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">41 crowns</text:p></office:text></office:body></office:document>';
  /** A file as LibreOffice writes it: dozens of namespaces precede the type. */
  const wide = flat("text").replace(
    " office:mimetype",
    `${Array.from({ length: 40 }, (_, at) => ` xmlns:v${at}="urn:oasis:names:tc:opendocument:xmlns:v${at}:1.0"`).join("")} office:mimetype`,
  );
  const word = `${WORD}<w:body><w:p><w:r><w:t>41 crowns</w:t></w:r></w:p></w:body></w:wordDocument>`;

  test.each(
    [
      ...["text-flat-xml", "text"].map((kind) => `application/vnd.oasis.opendocument.${kind}`),
      "application/msword",
      "application/xml",
      "text/xml",
      "text/html",
      "text/plain",
      "application/json",
      "application/octet-stream",
      "application/x-unheard-of",
      "",
    ].flatMap(
      (type) =>
        [
          ["flat-odt", flat("text") + body, type],
          ["flat-odt", wide + body, type],
          ["word-xml", word, type],
        ] as const,
    ),
  )(
    "the service reads a flat XML office file as an office document: %s, case %#",
    async (strategy, content, type) => {
      expect(await extract(content, type)).toMatchObject({ text: "41 crowns", strategy });
    },
  );

  test("the service reads a flat XML office file in UTF-16 as an office document", async () => {
    const bytes = Uint8Array.from([
      0xff,
      0xfe,
      ...Array.from(word).flatMap((letter) => [letter.charCodeAt(0), 0]),
    ]);
    expect(await extract(bytes, "application/msword")).toMatchObject({
      text: "41 crowns",
      strategy: "word-xml",
    });
  });
});

describe("signatures overrule the declared type", () => {
  test.each([
    ["html", XHTML, "application/xml"],
    ["html", XHTML, "text/xml"],
    ["html", "<!doctype html><p>An error page", "application/json"],
    ["html", "<!doctype html><p>An error page", "text/csv"],
    ["html", "<!doctype html><p>An error page", "application/x-unheard-of"],
    ["xml", '<?xml version="1.0"?><rss version="2.0"><channel>', "text/html"],
    ["calendar", "BEGIN:VCALENDAR\r\nVERSION:2.0", "text/html"],
    ["json", '{"a": 1}', "application/x-unheard-of"],
    ["delimited", "a,b\n1,2", "application/x-unheard-of", "values.csv"],
    ["html", "<h1>A heading</h1>\n<hr>\nSome text", ""],
    ["pdf", "%PDF-1.7", "multipart/related"],
  ])(
    "the signature of %s overrules the declared type: %j declared as %s",
    (kind, content, type, name = "file") => expect(kindOf(content, type, name)).toBe(kind),
  );

  test.each([
    ["markdown", "<html>\n\n# How pages begin", "text/markdown"],
    ["text", "<html><p>Hello</p>", "text/plain"],
    ["code", "<!DOCTYPE html><?php echo 1 ?>", "text/x-php"],
    ["xml", '<?xml version="1.0"?><recipe>', "application/xml"],
    ["html", '<?xml version="1.0"?><div>', "text/html"],
    ["unsupported", "x", "image/png"],
    ["unsupported", "x", "application/x-unheard-of"],
    ["unsupported", "\0\x01 a,b", "application/x-unheard-of", "values.csv"],
  ])("%s keeps its declared type: %j declared as %s", (kind, content, type, name = "file") =>
    expect(kindOf(content, type, name)).toBe(kind),
  );
});

test.each([
  [
    "behind a declaration, remarks and a doctype with brackets",
    '<?xml version="1.0"?> <!-- <b> --> <!DOCTYPE a [<!ENTITY x ">">]><a:b c="d">',
    "a:b",
  ],
  ["behind a byte-order mark", "\xef\xbb\xbf<html>", "html"],
  ["of a text", "a < b", undefined],
  ["of a remark that never ends", "<!-- <a>", undefined],
])("the detector finds the root element %s", (_, head, name) => expect(xmlRoot(head)?.name).toBe(name));
