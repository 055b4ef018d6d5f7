import type { Sampling } from "../domain/events.ts";
import type { PassedOver, SuggestedModel } from "../domain/model-choice.ts";
import type { SupportLevel } from "../domain/verification/support-level.ts";
import type { Passage, QueryMeaning, Quote } from "../domain/retrieval.ts";
import type { ModelUsage } from "../domain/usage.ts";
import type { PastTurn } from "../storage/d1/answers/conversation.ts";
import type { AnswerLimits } from "./answer-limits.ts";

/** The input of an answerer. An answerer reads no store and uses only these passages. */
export interface AnswerRequest {
  readonly question: string;
  /** Context from the conversation. Empty when there is none. */
  readonly topic: string;
  /** The last questions of the thread, oldest first. */
  readonly conversation: readonly PastTurn[];
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Same as `SearchResult.confidence`. */
  readonly confidence: number;
  readonly meaning?: QueryMeaning;
  readonly limits: AnswerLimits;
  readonly sampling: Sampling;
  /** Id of the preferred model. Empty selects the first configured model. */
  readonly model: string;
  /** Default: 3. */
  readonly maxQuotes?: number;
  /** Number of unprocessed documents in scope. */
  readonly pendingAssets: number;
  /** Aborts when no client needs the answer any more. */
  readonly signal: AbortSignal;
  /** Called with the usage of each model text when it ends, even on failure. */
  readonly onUsage?: OnUsage | undefined;
}

/** The whole text so far. Each draft replaces the one before. */
export interface AnswerDraft {
  readonly kind: "draft";
  /** Computed lazily, because models produce more drafts than are sent. */
  readonly read: () => DraftText;
}

export interface DraftText {
  readonly text: string;
  /**
   * Length of the verified prefix in UTF-16 code units. The prefix never changes unless this attempt fails.
   * The text after it may be dropped.
   */
  readonly proven: number;
}

export const NOTHING_WRITTEN: DraftText = { text: "", proven: 0 };

/** A quote with the sentences of the answer that paraphrase it. Default: none. */
export type AnswerQuote = Quote & {
  readonly said?: readonly string[];
  /** Weakest support among the sentences that cite it. Default: `quoted`. */
  readonly support?: SupportLevel;
};

export interface AnswerFinal {
  readonly kind: "final";
  /** Id of the model that wrote the answer. */
  readonly model: string;
  /** The parts of the answer text. The marker "[n]" refers to `quotes[n - 1]`. */
  readonly parts: readonly string[];
  readonly quotes: readonly AnswerQuote[];
  readonly suggestions: readonly string[];
  /** Number of model sentences that were rejected. Default: 0. */
  readonly droppedSentences?: number;
  /** Models that were called before this one, in order. Default: none. */
  readonly passedOver?: readonly PassedOver[];
  /** Suitable models, best first. Default: none, because there is no choice. */
  readonly suggestedModels?: readonly SuggestedModel[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Usage of language models. Undefined when none was called. */
  readonly spent?: ModelUsage;
}

export type OnUsage = (used: ModelUsage) => void;

/** Receives each draft. */
export type OnDraft = (read: () => DraftText) => void;

/** Drafts, then exactly one final. */
export type AnswerStream = AsyncIterable<AnswerDraft | AnswerFinal>;

/** Port for answer generation, with or without a language model. */
export interface Answerer {
  answer(request: AnswerRequest): AnswerStream;
}

/** A complete answer. */
export type WrittenAnswer = Omit<AnswerFinal, "kind">;

/** @throws errors of the answerer, or when its stream ends without a final */
export async function collectAnswer(stream: AnswerStream, onDraft: OnDraft): Promise<WrittenAnswer> {
  for await (const piece of stream) {
    if (piece.kind === "final") return piece;
    onDraft(piece.read);
  }
  throw new Error("the answerer stopped before its answer was complete");
}
