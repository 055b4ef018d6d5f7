import type { ExtractedText } from "../../../src/ingestion/extract/extracted-text.ts";
import { ExtractionError } from "../../../src/domain/extraction-error.ts";
import { extractText } from "../../../src/ingestion/extract/extract-text.ts";

/** Extracts text from a string (as UTF-8) or from bytes. */
export function extract(content: string | Uint8Array, contentType: string, originalFileName = "file"): Promise<ExtractedText> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return extractText({ bytes, contentType, originalFileName });
}

/** The reason of the ExtractionError. Any other error fails the test. */
export async function refusal(content: string | Uint8Array, contentType: string, originalFileName = "file"): Promise<ExtractionError> {
  const error = await extract(content, contentType, originalFileName).then(
    (extracted) => new Error(`extracted ${extracted.text.length} characters`),
    (reason: unknown) => reason,
  );
  if (error instanceof ExtractionError) return error;
  throw error;
}
