import type { Finding, Rule } from "./check-prose.ts";
import { CATEGORIES, type Category, type Sentence } from "./passage.ts";
import { SHARE_THRESHOLDS } from "./thresholds.ts";

export interface Figures {
  readonly category: Category;
  readonly sentences: number;
  /** Sentences, or table cells, that break the rule. */
  readonly broken: Readonly<Record<Rule, number>>;
}

export function countFigures(sentences: readonly Sentence[], findings: readonly Finding[]): Figures[] {
  return CATEGORIES.map((category) => {
    const count = (rule: Rule): number =>
      findings.filter((one) => one.category === category && one.rule === rule).length;
    const broken = {
      clauseAsNoun: count("clauseAsNoun"),
      passive: count("passive"),
      long: count("long"),
      tableCell: count("tableCell"),
    };
    return { category, sentences: sentences.filter((one) => one.category === category).length, broken };
  }).filter(({ sentences: total, broken }) => total + broken.tableCell > 0);
}

/** The limits that a category exceeds. */
export function exceeded({ sentences, broken }: Figures): Rule[] {
  const shares = (["clauseAsNoun", "passive", "long"] as const).filter(
    (rule) => broken[rule] > sentences * SHARE_THRESHOLDS[rule],
  );
  return broken.tableCell > 0 ? [...shares, "tableCell"] : shares;
}
