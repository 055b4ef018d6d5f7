/**
 * Estimates the tokens of a text and tends to overestimate: 3 ASCII characters or 1 other UTF-16 code unit
 * per token.
 */
export function estimateTokens(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) others += 1;
  return Math.ceil((text.length - others) / 3) + others;
}
