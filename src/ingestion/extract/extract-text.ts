import type { ExtractedText } from "./extracted-text.ts";
import { composeNote } from "./compose-note.ts";
import { ExtractionError } from "../../domain/extraction-error.ts";
import { EXTRACTORS } from "./extractors.ts";
import { MAX_PARSED_BYTES } from "./file-types.ts";
import { detectKind } from "./detect-kind.ts";
import { undecodedNote } from "./text/undecoded-note.ts";
import type { ParseHint } from "./parse-hint.ts";
import { decodeText } from "./text/decode-text.ts";
import { wholeLineText, plainText } from "./text/plain-text.ts";

export interface ExtractTextInput {
  readonly bytes: Uint8Array;
  /** The declared type with parameters; `""` if unknown. */
  readonly contentType: string;
  readonly originalFileName: string;
  /** Set for text that is no complete file. Its type is known, so `extractText` does not detect it. */
  readonly parseHint?: ParseHint | undefined;
}

/**
 * Extracts the text of a file. Plain text and Markdown stay unchanged except for the byte-order mark and
 * NULs.
 * @throws ExtractionError for any invalid input, and no other error
 */
export async function extractText(input: ExtractTextInput): Promise<ExtractedText> {
  if (input.bytes.length === 0)
    throw new ExtractionError("This file is empty. Save it again with its content, and upload that.");
  requireAtMost(MAX_PARSED_BYTES, input.bytes);
  try {
    return await extractFormat(input);
  } catch (cause) {
    if (cause instanceof ExtractionError) throw cause;
    throw new ExtractionError(
      "The service could not read this file. Save it again, or as PDF, and upload that.",
      {
        permanent: false,
        cause,
      },
    );
  }
}

async function extractFormat(input: ExtractTextInput): Promise<ExtractedText> {
  const extracted =
    input.parseHint === undefined ? await extractFile(input) : await extractPart(input, input.parseHint);
  // Texts are stored as UTF-8, which has no lone surrogates.
  return { ...extracted, text: extracted.text.toWellFormed() };
}

async function extractFile(input: ExtractTextInput): Promise<ExtractedText> {
  const { kind, charset } = await detectKind(input);
  const { maxBytes, extract } = EXTRACTORS[kind];
  requireAtMost(maxBytes, input.bytes);
  const extracted = await extract(input.bytes, charset);
  const { lossNote } = await import("./loss/loss-note.ts");
  const lost = await lossNote({ kind, bytes: input.bytes, charset, extracted });
  const note = composeNote([extracted.note, undecodedNote(extracted.text, input.bytes, kind), lost]);
  return note === "" ? extracted : { ...extracted, note };
}

async function extractPart({ bytes }: ExtractTextInput, parseHint: ParseHint): Promise<ExtractedText> {
  const text = await decodeText(bytes, { charset: "utf-8", isHtml: false });
  if (parseHint === "prose") return plainText(text, "markdown");
  if (parseHint === "lines") return wholeLineText(text);
  return (await import("./processor-output/extract-processor-output.ts")).extractProcessorOutput(
    text,
    parseHint,
  );
}

function requireAtMost(maxBytes: number, { length }: Uint8Array): void {
  if (length <= maxBytes) return;
  throw new ExtractionError(
    `This file is larger than ${maxBytes / 1024 / 1024} MiB, the limit for its format. Split it and upload the parts.`,
  );
}
