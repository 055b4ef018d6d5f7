import { sha256Hex } from "../../domain/sha256.ts";
import { type MadeArtifacts, makeArtifacts } from "../artifacts/make-artifacts.ts";
import { chunkTextSteps } from "../chunk/chunk-text.ts";
import { countTextTokensSteps } from "../../text/count-text-tokens.ts";
import { composeNote } from "../extract/compose-note.ts";
import type { ExtractTextInput } from "../extract/extract-text.ts";
import { type ExtractedText, spansOf } from "../extract/extracted-text.ts";
import { runCooperatively } from "../../text/run-cooperatively.ts";
import { keywordsSteps } from "../summary/keywords-of.ts";
import { summarizeSteps } from "../summary/summarize-text.ts";
import type { Extraction } from "./extraction-stream.ts";

/** An extraction with its text in memory. */
export interface BufferedExtraction extends Omit<Extraction, "text" | "artifacts"> {
  /** The text in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly artifacts: MadeArtifacts | null;
}

/**
 * Extracts a file's text and derives passages, keywords and summary. Contains all computation of ingestion,
 * so that it can run in another Worker.
 * @param extract returns the text of the bytes
 * @param makes whether to make artifacts
 * @throws ExtractionError
 */
export async function readDocument(
  input: ExtractTextInput,
  extract: (input: ExtractTextInput) => ExtractedText | Promise<ExtractedText>,
  makes = true,
): Promise<BufferedExtraction> {
  const extracted = await extract(input);
  const { text, title, strategy } = extracted;
  const chunks = await runCooperatively(chunkTextSteps(text, spansOf(extracted), extracted.borders));
  const keywords = await runCooperatively(keywordsSteps(text, title));
  const summary = await runCooperatively(summarizeSteps(text));
  const bytes = Uint8Array.from(new TextEncoder().encode(text));
  const version = await sha256Hex(bytes);
  const tokens = await runCooperatively(countTextTokensSteps(text));
  const characters = text.length;
  return {
    head: {
      kind: "head",
      title: title.slice(0, 1_000),
      strategy,
      version,
      bytes: bytes.length,
      characters,
      tokens,
    },
    places: chunks.map(({ start, end, page, locators }) =>
      locators === undefined ? [start, end, page] : [start, end, page, locators],
    ),
    keywords,
    summary,
    entryCount: extracted.entryCount ?? 0,
    note: composeNote([extracted.note]),
    bytes,
    artifacts: makes ? await makeArtifacts(extracted) : null,
  };
}
