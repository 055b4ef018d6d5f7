/**
 * Maximum size of a plain text that the service reads itself. This takes a few milliseconds, less than a call
 * of the sandbox.
 */
export const SHORT_TEXT_BYTES = 4_096;

/** True if the size and the declared type of a file suggest a short text that needs no sandbox. */
export function isShortText({
  fileSize,
  contentType,
}: {
  readonly fileSize: number;
  readonly contentType: string;
}): boolean {
  return fileSize > 0 && fileSize <= SHORT_TEXT_BYTES && /^text\/(?:plain|markdown)\b/i.test(contentType);
}
