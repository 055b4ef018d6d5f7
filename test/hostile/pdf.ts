import { deflateSync } from "node:zlib";

export interface PdfObject {
  readonly dictionary: string;
  /** Strings are Latin-1. */
  readonly stream?: Uint8Array | string;
}

const HEADER = "%PDF-1.4\n";

/** A PDF of these objects, numbered from 1, with a correct cross-reference table. Object 1 is the catalog. */
export function pdfOf(objects: readonly (string | PdfObject)[], trailer = ""): Uint8Array {
  const parts: Uint8Array[] = [latin1(HEADER)];
  const offsets: number[] = [];
  let length = HEADER.length;
  const push = (part: string | Uint8Array): void => {
    const bytes = typeof part === "string" ? latin1(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    push(`${at + 1} 0 obj\n`);
    if (typeof object === "string") push(object);
    else {
      const stream =
        typeof object.stream === "string" ? latin1(object.stream) : (object.stream ?? new Uint8Array());
      push(`<</Length ${stream.length}${object.dictionary}>>\nstream\n`);
      push(stream);
      push("\nendstream");
    }
    push("\nendobj\n");
  }
  const table = length;
  push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")}`,
  );
  push(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${table}\n%%EOF\n`);
  return new Uint8Array(Buffer.concat(parts));
}

const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/** One page that draws `content` with the font /F: objects 1 to 5, then `more`. */
export function onePage(
  content: PdfObject,
  resources = "",
  more: readonly (string | PdfObject)[] = [],
): Uint8Array {
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9999 9999]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>>>`,
    content,
    FONT,
    ...more,
  ]);
}

/** A stream compressed with deflate `times` times. Each level expands a thousandfold. */
export function packed(content: string | Uint8Array, times = 1): PdfObject {
  let stream = typeof content === "string" ? latin1(content) : content;
  for (let n = 0; n < times; n += 1) stream = new Uint8Array(deflateSync(stream, { level: 9 }));
  return { dictionary: `/Filter[${"/FlateDecode".repeat(times)}]`, stream };
}

/**
 * Form `n` draws form `n + 1` `width` times, and the last one draws a letter: `width` to the power of `depth`
 * letters.
 */
export function formsInForms(width: number, depth: number, last = "BT/F 1 Tf(a)Tj ET"): Uint8Array {
  const form = (at: number): PdfObject => ({
    dictionary: `/Subtype/Form/BBox[0 0 9999 9999]/Resources<</Font<</F 5 0 R>>/XObject<</X ${at + 7} 0 R>>>>`,
    stream: at === depth - 1 ? last : "/X Do ".repeat(width),
  });
  return onePage(
    { dictionary: "", stream: "/X Do" },
    "/XObject<</X 6 0 R>>",
    Array.from({ length: depth }, (_, at) => form(at)),
  );
}

export function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "latin1"));
}
