import type { Passage, QueryMeaning, Quote } from "../../domain/retrieval.ts";
import type { AnswerLimits } from "../answer-limits.ts";

/** What an answerer may use. It reads no store: whatever it says rests on these passages. */
export interface AnswerRequest {
  readonly question: string;
  /** What the conversation adds to the question; "": nothing. */
  readonly topic: string;
  /** Best first. */
  readonly passages: readonly Passage[];
  /** As `SearchResult.confidence`. */
  readonly confidence: number;
  readonly meaning?: QueryMeaning;
  readonly limits: AnswerLimits;
  /** Default: 3. */
  readonly maxQuotes?: number;
  /** How many documents in scope are not read yet. */
  readonly pendingAssets: number;
}

/** The next words of the text. All drafts joined are the answer; the marker "[n]" in it stands for `quotes[n - 1]` of the final. */
export interface AnswerDraft {
  readonly kind: "draft";
  readonly text: string;
}

/** What is known when all is said. */
export interface AnswerFinal {
  readonly kind: "final";
  readonly quotes: readonly Quote[];
  readonly suggestions: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Drafts, then one final. Nothing of it is shown before it is stored: sources may be withdrawn while it is written. */
export type AnswerStream = AsyncIterable<AnswerDraft | AnswerFinal>;

/** Writes answers: the port behind which a model stands, or none. */
export interface Answerer {
  /** Told with each answer. */
  readonly model: string;
  answer(request: AnswerRequest): AnswerStream;
}

/** An answer as it was written. */
export interface WrittenAnswer extends Omit<AnswerFinal, "kind"> {
  readonly parts: readonly string[];
}

/** @throws what the answerer throws, and when it ends without a final */
export async function readToEnd(stream: AnswerStream): Promise<WrittenAnswer> {
  const parts: string[] = [];
  for await (const piece of stream) {
    if (piece.kind === "draft") parts.push(piece.text);
    else return { ...piece, parts };
  }
  throw new Error("the answerer stopped before its answer was complete");
}
