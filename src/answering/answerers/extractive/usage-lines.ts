/** "[-v", "<name>", "(bad|new)", "…": how parts of a command are written that somebody fills in or leaves out. */
const NOTATION = /^[([{<-]|[)\]}>|]$|\p{L}\||<[^>]{1,40}>|^(?:\.{3}|…)$/u;
const MIN_PARTS = 3;
const MIN_SHARE = 0.4;
const ASKS_FOR_IT = /\b(?:syntax|usage|synopsis|options?|arguments?|parameters?|flags?|written|spelled)\b/iu;

/** Whether a text shows how a command is written, and says nothing of it: "git remote set-head <name> (-a | -d | <branch>)". No row of a table does. */
export function isUsage(text: string): boolean {
  if (text.startsWith("|")) return false;
  const words = text.split(/\s+/);
  const parts = words.filter((word) => NOTATION.test(word)).length;
  return parts >= MIN_PARTS && parts >= words.length * MIN_SHARE;
}

/** Whether that is what a question asks for. */
export function asksForUsage(question: string): boolean {
  return ASKS_FOR_IT.test(question);
}
