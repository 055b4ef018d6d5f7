/**
 * Returns the text before the first stop sequence. Also cuts off a prefix of a stop sequence at the end,
 * unless the text is complete.
 */
export function truncateAtStop(text: string, stop: readonly string[], isWhole: boolean): string {
  const offsets = stop.map((each) => text.indexOf(each)).filter((at) => at >= 0);
  const end = offsets.length === 0 ? text.length : Math.min(...offsets);
  if (isWhole) return text.slice(0, end);
  return text.slice(0, Math.min(end, ...stop.map((each) => prefixStart(each, text))));
}

/**
 * Returns the offset at which the text ends with a prefix of `other`, or the length of the text if it does
 * not.
 */
function prefixStart(other: string, text: string): number {
  for (let at = Math.max(0, text.length - other.length + 1); at < text.length; at += 1)
    if (other.startsWith(text.slice(at))) return at;
  return text.length;
}
