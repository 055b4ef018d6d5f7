/**
 * Estimates the number of tokens of a text: one token per 3 ASCII characters, and one per other UTF-16 code
 * unit. Tends to overestimate.
 */
export function estimateTokens(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) others += 1;
  return Math.ceil((text.length - others) / 3) + others;
}
