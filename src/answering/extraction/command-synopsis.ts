/** Matches the notation of a command synopsis: "[-v", "<name>", "(bad|new)", "…". */
const NOTATION = /^[([{<-]|[)\]}>|]$|\p{L}\||<[^>]{1,40}>|^(?:\.{3}|…)$/u;
const MIN_PARTS = 3;
const MIN_SHARE = 0.4;
const ASKS_FOR_SYNOPSIS =
  /\b(?:syntax|usage|synopsis|options?|arguments?|parameters?|flags?|written|spelled)\b/iu;

/**
 * True for a command synopsis without prose: "git remote set-head <name> (-a | -d | <branch>)". False for
 * table rows.
 */
export function isCommandSynopsis(text: string): boolean {
  if (text.startsWith("|")) return false;
  const words = text.split(/\s+/);
  const parts = words.filter((word) => NOTATION.test(word)).length;
  return parts >= MIN_PARTS && parts >= words.length * MIN_SHARE;
}

/** True if a question asks for the synopsis of a command. */
export function asksForSynopsis(question: string): boolean {
  return ASKS_FOR_SYNOPSIS.test(question);
}
