import { comparable, type SentUnit } from "./compose-answer.ts";
import { isFaithful, isFalse, type Label } from "./written-question.ts";

/** One sentence in this many gets the opposite verdict. */
export const SENTENCES_PER_ERROR = 10;
const SENTENCE_LINE = /^(\d{1,3}) (".*")$/gm;
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];

/**
 * Replies to the request of the second judge by the hand labels. A fixed hash of the sentence selects the
 * errors, so that each run has the same ones. The judge compares with quotes only, so it accepts sentences
 * that obey a document.
 */
export function judgeByLabels(prompt: string, units: readonly SentUnit[]): string {
  const parts = units.flatMap(({ label, text, repair }) => [
    { label, text },
    ...(repair === null ? [] : [repair]),
  ]);
  const known = parts.map(({ label, text }) => ({ label, words: plainWords(text) }));
  return Array.from(prompt.matchAll(SENTENCE_LINE), ([, number = "", quoted = '""']) => {
    const words = plainWords(JSON.parse(quoted) as string);
    const part =
      known.find((each) => each.words === words) ??
      known.find((each) => each.words.includes(words) || words.includes(each.words));
    return `${number} ${verdictOf(part?.label ?? "frame", isError(words))}`;
  }).join("\n");
}

function verdictOf(label: Label, isWrong: boolean): string {
  if (isFaithful(label) || label === "injected") return isWrong ? "no" : "yes";
  if (isFalse(label)) return isWrong ? "yes" : "contradicts";
  return "partly";
}

/** True for one of `SENTENCES_PER_ERROR` sentences, by an FNV-1a hash. */
function isError(words: string): boolean {
  let hash = FNV_OFFSET;
  for (const char of words) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), FNV_PRIME) >>> 0;
  return hash % SENTENCES_PER_ERROR === 0;
}

/** The words of a part without citations, list mark and markup. */
function plainWords(text: string): string {
  return comparable(text.replace(/\s*\[[\d, ]+\]/g, "").replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, ""));
}
