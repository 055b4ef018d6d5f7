/** A Worker has 128 MB, for everything that it does at once. */
const MAX_CHARS = 16 * 1024 * 1024;

/** How much text waits for its readers in all streams of this Worker together, in UTF-16 code units. */
let heldChars = 0;

/** @returns false: there is too much already */
export function tryHold(chars: number): boolean {
  if (heldChars + chars > MAX_CHARS) return false;
  heldChars += chars;
  return true;
}

export function release(chars: number): void {
  heldChars -= chars;
}
