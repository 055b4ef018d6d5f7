/** Truncates a text to at most `maximum` UTF-16 code units without splitting a surrogate pair. */
export function cutText(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const last = text.charCodeAt(maximum - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maximum - 1 : maximum);
}
