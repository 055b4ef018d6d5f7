/** Plain text in UTF-8 of at most so many bytes costs a few milliseconds, less than to send it elsewhere. */
export const SHORT_TEXT_BYTES = 4_096;

/** Whether a stored file is so short, and declared so, that it is probably read without an sandbox. */
export function isShortText({ fileSize, contentType }: { readonly fileSize: number; readonly contentType: string }): boolean {
  return fileSize > 0 && fileSize <= SHORT_TEXT_BYTES && /^text\/(?:plain|markdown)\b/i.test(contentType);
}
