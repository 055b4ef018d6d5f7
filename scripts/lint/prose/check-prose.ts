import { hasClauseAsNoun } from "./clause-as-noun.ts";
import { maskText } from "./mask-text.ts";
import type { Category, Passage, Sentence } from "./passage.ts";
import { isPassiveVoice } from "./passive-voice.ts";
import { countWords } from "./split-sentences.ts";
import { MAX_CELL_WORDS, MAX_SENTENCE_WORDS } from "./thresholds.ts";

export const RULES = ["clauseAsNoun", "passive", "long", "tableCell"] as const;
export type Rule = (typeof RULES)[number];

export interface Finding {
  readonly rule: Rule;
  readonly category: Category;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export function checkProse(passages: readonly Passage[], sentences: readonly Sentence[]): Finding[] {
  return [
    ...sentences.flatMap(checkSentence),
    ...passages.filter(isLongCell).map((passage) => finding("tableCell", passage)),
  ];
}

function checkSentence(sentence: Sentence): Finding[] {
  const { masked, words } = sentence;
  const broken: readonly [Rule, boolean][] = [
    ["clauseAsNoun", hasClauseAsNoun(masked)],
    ["passive", isPassiveVoice(masked)],
    ["long", words > MAX_SENTENCE_WORDS],
  ];
  return broken.flatMap(([rule, isBroken]) => (isBroken ? [finding(rule, sentence)] : []));
}

function isLongCell({ isTableCell, text }: Passage): boolean {
  return isTableCell === true && countWords(maskText(text)) > MAX_CELL_WORDS;
}

function finding(rule: Rule, { category, file, line, text }: Omit<Passage, "isTableCell">): Finding {
  return { rule, category, file, line, text };
}
