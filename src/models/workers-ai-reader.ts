import * as z from "zod";
import { type Reader, ReaderError, type Reading } from "./reader.ts";
import { runWorkersAi, type WorkersAi } from "./run-workers-ai.ts";

/** https://developers.cloudflare.com/workers-ai/models/bge-reranker-base/ */
const RERANKER = "@cf/baai/bge-reranker-base";
const MAX_PASSAGES = 32;
/** The model reads 512 tokens of the question and the passage together. */
const MAX_QUESTION_CHARS = 1_000;
const MAX_PASSAGE_CHARS = 4_000;
/**
 * Score of a passage that answers the question with a probability of .5. Not measured here, because the model
 * runs only on Cloudflare. Public measurements with Workers AI: passages that answer score .02 to 1.00, most
 * of them above .20; other passages mostly score below .06.
 */
const EVEN_SCORE = 0.1;

const rerankerResponse = z.object({
  response: z.array(z.object({ id: z.int().nonnegative(), score: z.number() })),
});

/**
 * A reranker of Workers AI. It scores passages and marks no words. The scores arrive sorted, each with the
 * position of its passage in the request.
 */
export function workersAiReader(binding: WorkersAi, model = RERANKER): Reader {
  return {
    name: model,
    batch: MAX_PASSAGES,
    read: async (question, passages, timeoutMs) => {
      const query = truncate(question, MAX_QUESTION_CHARS);
      // The model rejects a request with an empty text.
      const asked = passages.flatMap((text, at) =>
        isBlank(text) ? [] : [{ at, text: truncate(text, MAX_PASSAGE_CHARS) }],
      );
      const readings = passages.map((): Reading => readingOf(0));
      if (isBlank(query) || asked.length === 0) return readings;
      const contexts = asked.map(({ text }) => ({ text }));
      const answer = await runWorkersAi(binding, {
        model,
        input: { query, contexts, top_k: contexts.length },
        timeoutMs,
        fail: (kind, message) => new ReaderError(kind, message),
      });
      for (const [index, score] of scoresIn(answer, asked.length).entries()) {
        const at = asked[index]?.at;
        if (at !== undefined) readings[at] = readingOf(score);
      }
      return readings;
    },
  };
}

/**
 * Returns one score from 0 to 1 per passage, in the order of the request. Cloudflare documents no range of
 * the scores, and the observed ones lie between 0 and 1. If a score is outside, all scores are log-odds.
 * @throws ReaderError `misfit`
 */
function scoresIn(answer: unknown, passages: number): readonly number[] {
  const entries = rerankerResponse.safeParse(answer).data?.response ?? [];
  const byId = new Map(entries.map(({ id, score }) => [id, score]));
  const scores = Array.from({ length: passages }, (_, id) => byId.get(id));
  if (entries.length !== passages || !scores.every((score) => score !== undefined))
    throw new ReaderError("misfit", "The reranker gave no score for each passage.");
  const areLogOdds = scores.some((score) => score < 0 || score > 1);
  return areLogOdds ? scores.map((score) => 1 / (1 + Math.exp(-score))) : scores;
}

/** Maps a score to the scale of probabilities by comparing its odds with those of `EVEN_SCORE`. */
function readingOf(score: number): Reading {
  const odds = score * (1 - EVEN_SCORE);
  return { span: null, margin: 0, probability: odds / (odds + (1 - score) * EVEN_SCORE) };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Truncates a text, but not inside a surrogate pair. */
function truncate(text: string, chars: number): string {
  return text.slice(0, chars).toWellFormed();
}
