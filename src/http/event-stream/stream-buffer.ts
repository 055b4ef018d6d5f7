/** Limit for all streams of this Worker. A Worker has 128 MB for all its concurrent requests. */
const MAX_CHARS = 16 * 1024 * 1024;

/** Buffered text of all streams in this Worker, in UTF-16 code units. */
let heldChars = 0;

/** @returns false if the text would exceed the limit */
export function tryReserveBuffer(chars: number): boolean {
  if (heldChars + chars > MAX_CHARS) return false;
  heldChars += chars;
  return true;
}

export function releaseBuffer(chars: number): void {
  heldChars -= chars;
}
