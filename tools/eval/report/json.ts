import type { EvalOptions } from "../options.ts";
import type { RunResult } from "../run-all.ts";

/** All results with their inputs, for comparing runs and reading the answers. */
export function jsonOf(
  results: readonly RunResult[],
  { data, own, holdOut, limit, seed, variants }: EvalOptions,
): string {
  const options = { data, own, holdOut, limit: Number.isFinite(limit) ? limit : null, seed, variants };
  const runs = results.map(({ asked, turns, ...run }) => ({
    ...run,
    questions: asked.map(({ question, search, reply }) => ({
      ...question,
      relevance: Object.fromEntries(question.relevance),
      found: search.documents.slice(0, 10),
      score: search.score,
      reply,
    })),
    turns,
  }));
  return `${JSON.stringify({ options, runs }, null, 2)}\n`;
}
