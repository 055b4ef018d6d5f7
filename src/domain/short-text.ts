/** Plain text in UTF-8 up to this size costs a few milliseconds, less than sending it to the sandbox. */
export const SHORT_TEXT_BYTES = 4_096;

/** Whether a stored file is probably a short text that needs no sandbox, by its size and declared type. */
export function isShortText({ fileSize, contentType }: { readonly fileSize: number; readonly contentType: string }): boolean {
  return fileSize > 0 && fileSize <= SHORT_TEXT_BYTES && /^text\/(?:plain|markdown)\b/i.test(contentType);
}
