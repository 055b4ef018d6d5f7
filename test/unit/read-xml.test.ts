import { describe, expect, test } from "vitest";
import { readXml, type XmlOptions } from "../../src/ingestion/extract/xml/read-xml.ts";
import { runToCompletion } from "../../src/text/cooperative-task.ts";
import { reasonOf } from "../support/assertions/reason-of.ts";

function read(xml: string | Uint8Array, options: XmlOptions = {}): string[] {
  const bytes = typeof xml === "string" ? new TextEncoder().encode(xml) : xml;
  const pieces = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) =>
    bytes.subarray(at * 3, at * 3 + 3),
  );
  const told: string[] = [];
  const reader = {
    open: (
      name: string,
      attributes: { get(name: string): string | undefined; prefixed(name: string): string | undefined },
    ) => {
      told.push(`<${name} ${attributes.get("id") ?? "-"} ${attributes.prefixed("id") ?? "-"}`);
    },
    text: (text: string) => void told.push(text),
    close: (name: string) => void told.push(`>${name}`),
  };
  runToCompletion(readXml(options.maxDepth === undefined ? pieces : [bytes], reader, options));
  return told;
}

describe("XML", () => {
  test("the parser reports names without prefix, for any piece sizes", () => {
    expect(read('<a:b xmlns:a="u" id="1" r:id="2">é&amp;&#x1f30a;<![CDATA[<x>]]></a:b>').join("|")).toBe(
      "<b 1 2|é&🌊|<x>|>b",
    );
  });

  test("XML may be UTF-16 or in another encoding that it declares", () => {
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>é</a>', "utf16le"),
    ]);
    expect(read(utf16)).toEqual(["<a - -", "é", ">a"]);
    const latin = Uint8Array.from(
      Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\xe9</a>', "latin1"),
    );
    expect(read(latin, { maxDepth: 9 })).toEqual(["<a - -", "é", ">a"]);
  });

  test.each(["<a>", "<a></b>", "<a>&nothing;</a>", "", "no", "<a b=1></a>", "<a/><b/>"])(
    "the parser rejects XML that is not well-formed: %j",
    (xml) => {
      expect(reasonOf(() => read(xml))).toContain("no valid XML");
    },
  );

  test("XML may have a document type without definitions where the caller allows it, and no other", () => {
    expect(reasonOf(() => read("<!DOCTYPE a><a/>"))).toContain("document type");
    expect(read('<!DOCTYPE a PUBLIC "x" "y"><a/>', { doctype: true })).toEqual(["<a - -", ">a"]);
    const laughs = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>';
    for (const doctype of [true, false])
      expect(reasonOf(() => read(laughs, { doctype }))).toContain("document type");
  });

  test("XML may nest at most 256 levels", () => {
    const nested = (depth: number): string => "<a>".repeat(depth) + "</a>".repeat(depth);
    expect(read(nested(256))).toHaveLength(512);
    expect(reasonOf(() => read(nested(200_000), { maxDepth: 256 }))).toContain("256 levels");
  });
});
