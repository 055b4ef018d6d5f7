/** A Worker has 128 MB for all concurrent work. */
const MAX_CHARS = 16 * 1024 * 1024;

/** Text that waits for readers in all streams of this Worker, in UTF-16 code units. */
let heldChars = 0;

/** @returns false if the limit is reached */
export function tryReserveBuffer(chars: number): boolean {
  if (heldChars + chars > MAX_CHARS) return false;
  heldChars += chars;
  return true;
}

export function releaseBuffer(chars: number): void {
  heldChars -= chars;
}
