/** About how many tokens a model makes of a text, rather too many: of ASCII one for three characters, of anything else one for each code unit. */
export function estimateTokens(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) others += 1;
  return Math.ceil((text.length - others) / 3) + others;
}
