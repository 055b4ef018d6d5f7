import { ExtractionError } from "../../domain/extraction-error.ts";

/** The remedy for a damaged file that the program that made it may still open. */
export const SAVE_AGAIN = "Open it in the program that made it, save it again, and upload that.";
export const SPLIT_UP = "Split it and upload the parts.";

/** @param what the problem, without a full stop */
export function damagedError(what: string, options?: { readonly cause?: unknown }): ExtractionError {
  return new ExtractionError(`This file is damaged: ${what}. ${SAVE_AGAIN}`, options);
}

/** @param what a noun for the file, such as "document" */
export function noTextError(what: string): ExtractionError {
  const hint = "If it has pictures of text, run text recognition (OCR) and upload the result.";
  return new ExtractionError(`This ${what} holds no text. ${hint}`, { othersMay: true });
}
