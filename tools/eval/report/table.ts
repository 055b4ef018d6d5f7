import { showTable } from "../../bench/lib/statistics.ts";
import type { Figures } from "../measure/figures.ts";
import type { RunResult } from "../run-all.ts";

/** Shares in the table and the plot, with their headings. */
export const SHARES = [
  ["nDCG@10", "ndcg10"],
  ["R@100", "recall100"],
  ["acc@1", "acc1"],
  ["acc@5", "acc5"],
  ["gold 1", "gold1"],
  ["gold 3", "gold3"],
  ["gold all", "goldAll"],
  ["refused", "refused"],
  ["false", "falseAnswers"],
  ["tricked", "trickedAnswers"],
  ["AUROC", "auroc"],
  ["false@7%", "falseAnswersAt7"],
] as const satisfies readonly (readonly [string, keyof Figures])[];

/** Figures at the beginning of `SHARES` that need no answers. */
const RANKING_SHARES = 4;

/** One row per set and variant, then one per kind of turn. */
export function tableOf(results: readonly RunResult[]): string {
  const head = [
    "set",
    "variant",
    "documents",
    "questions",
    ...SHARES.map(([name]) => name),
    "quotes",
    "exact",
    "turns right",
    "failed",
  ];
  const rows = results.map(({ set, variant, documents, figures, failed, unusable }) => [
    set,
    variant,
    String(documents),
    `${figures.answerable}+${figures.outside}+${figures.impossible}`,
    ...SHARES.map(([, name]) => showShare(figures[name])),
    figures.quotesAnAnswer === null ? "" : figures.quotesAnAnswer.toFixed(2),
    `${figures.exactQuotes}/${figures.quotes}`,
    figures.turns === 0 ? "" : `${figures.rightTurns}/${figures.turns}`,
    failed.length + unusable.length === 0 ? "" : `${failed.length}+${unusable.length}`,
  ]);
  return `${showTable(withoutEmptyColumns([head, ...rows]))}${turnsOf(results)}`;
}

/** One row per set with the figures of search alone. */
export function rankingTableOf(results: readonly RunResult[]): string {
  const shares = SHARES.slice(0, RANKING_SHARES);
  const head = ["set", "documents", "questions", ...shares.map(([name]) => name), "search ms"];
  const rows = results.map(({ set, documents, figures }) => [
    set,
    String(documents),
    String(figures.answerable),
    ...shares.map(([, name]) => showShare(figures[name])),
    (figures.searchMs ?? 0).toFixed(1),
  ]);
  return showTable([head, ...rows]);
}

function turnsOf(results: readonly RunResult[]): string {
  const rows = results.flatMap(({ set, variant, figures }) =>
    Object.entries(figures.turnsByKind).map(([kind, { right, turns }]) => [
      set,
      variant,
      kind,
      `${right}/${turns}`,
    ]),
  );
  return rows.length === 0 ? "" : `\n${showTable([["set", "variant", "kind of turn", "right"], ...rows])}`;
}

function withoutEmptyColumns(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.filter((_, column) => rows.slice(1).some((each) => each[column] !== "")));
}

function showShare(share: number | null): string {
  return share === null ? "" : share.toFixed(3).replace(/^0/, "");
}
