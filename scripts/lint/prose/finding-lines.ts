import type { Finding, Rule } from "./check-prose.ts";
import { exceeded, type Figures } from "./figures.ts";
import { MAX_CELL_WORDS, MAX_SENTENCE_WORDS, SHARE_THRESHOLDS } from "./thresholds.ts";

const TITLES: Readonly<Record<Rule, string>> = {
  clauseAsNoun: "clause as noun",
  passive: "passive",
  long: `over ${MAX_SENTENCE_WORDS} words`,
  tableCell: `cells over ${MAX_CELL_WORDS} words`,
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export function findingLines(findings: readonly Finding[]): string {
  return findings
    .map(({ rule, file, line, text }) => `${file}:${line} ${TITLES[rule]}: ${text.replace(/\s+/g, " ")}\n`)
    .join("");
}

/** A Markdown table: one row a category, shares of its sentences, and the limits last. */
export function figureTable(figures: readonly Figures[]): string {
  const rows = figures.map(({ category, sentences, broken }) => {
    const share = (rule: Rule): string => percent(sentences === 0 ? 0 : broken[rule] / sentences);
    return [
      category,
      String(sentences),
      share("clauseAsNoun"),
      share("passive"),
      share("long"),
      String(broken.tableCell),
    ];
  });
  const limits = [
    "limit",
    "",
    percent(SHARE_THRESHOLDS.clauseAsNoun),
    percent(SHARE_THRESHOLDS.passive),
    percent(SHARE_THRESHOLDS.long),
    "0",
  ];
  return aligned([["category", "sentences", ...Object.values(TITLES)], ...rows, limits]);
}

/** One line for each limit that a category exceeds. */
export function failureLines(figures: readonly Figures[]): string[] {
  return figures.flatMap((one) =>
    exceeded(one).map((rule) => `${one.category}: too many sentences break the rule "${TITLES[rule]}".`),
  );
}

function aligned(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |\n`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |\n`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join("");
}
