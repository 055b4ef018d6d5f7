import type { Sampling } from "../domain/events.ts";
import type { PassedOver, SuggestedModel } from "../domain/model-choice.ts";
import type { AnswerSentence, Support } from "../domain/support.ts";
import type { Passage, Quote } from "../domain/retrieval.ts";
import type { ModelUsage } from "../domain/usage.ts";
import type { PastTurn } from "../storage/d1/answers/conversation.ts";
import type { AnswerLimits } from "./answer-limits.ts";
import type { NotesJob } from "./notes-job.ts";
import type { OverviewInput } from "./overviews/overview-input.ts";
import type { ReadWindow } from "./read-passages.ts";

/** Input of an answerer. An answerer reads no store and uses these passages only. */
export interface AnswerRequest {
  readonly question: string;
  /** Context from the conversation. Empty for a question without context. */
  readonly topic: string;
  /** The last questions of the thread, oldest first. */
  readonly conversation: readonly PastTurn[];
  /** Passages in order of relevance, best first. */
  readonly passages: readonly Passage[];
  /** Documents to summarize, if the question asks for an overview. `passages` are theirs. */
  readonly overview?: OverviewInput;
  /** As in `SearchResult.coverage`. */
  readonly coverage: number;
  /** True if the answer takes many passages. Default: false. */
  readonly isBroad?: boolean;
  /** The best documents with all their passages, best first. Default: none. */
  readonly wholeDocuments?: readonly (readonly Passage[])[];
  /** The parts of the passages that the reader read, the most probable answer first. Default: none. */
  readonly windows?: readonly ReadWindow[];
  readonly limits: AnswerLimits;
  readonly sampling: Sampling;
  /** Id of the preferred model. Empty selects the first configured model. */
  readonly model: string;
  /** Maximum number of quotes. Default: 3. */
  readonly maxQuotes?: number;
  /** Number of unprocessed documents in scope. */
  readonly pendingAssets: number;
  /** Aborts as soon as no client waits for the answer. */
  readonly signal: AbortSignal;
  /** Called at the end of each model call with the tokens that the call used, even if the call failed. */
  readonly onUsage?: OnUsage | undefined;
  /** Keeps the notes on long documents. Default: each attempt takes them again. */
  readonly notesJob?: NotesJob | undefined;
}

/** A draft of the whole answer. Each draft replaces the previous draft. */
export interface AnswerDraft {
  readonly kind: "draft";
  /**
   * Returns the text of the draft. Computed on demand, because models produce more drafts than the service
   * sends.
   */
  readonly read: () => DraftText;
  /** The answer that stays if a user stops the model now. Null: nothing is proven yet. */
  readonly proven?: () => WrittenAnswer | null;
}

export interface DraftText {
  readonly text: string;
  /**
   * Length of the final prefix in UTF-16 code units. The prefix changes only if this attempt fails. The text
   * after the prefix may still change.
   */
  readonly proven: number;
}

export const NOTHING_WRITTEN: DraftText = { text: "", proven: 0 };

/** A quote with the answer's sentences that paraphrase it. Default: no sentences. */
export type AnswerQuote = Quote & {
  readonly said?: readonly string[];
  /** Weakest support among the sentences that cite this quote. Empty: unknown. Default: `quoted`. */
  readonly support?: Support | "";
};

export interface AnswerFinal {
  readonly kind: "final";
  /** Id of the model that wrote the answer. */
  readonly model: string;
  /** Parts of the answer text. The marker "[n]" refers to `quotes[n - 1]`. */
  readonly parts: readonly string[];
  readonly quotes: readonly AnswerQuote[];
  readonly suggestions: readonly string[];
  /** Number of sentences that strict verification dropped. Default: 0. */
  readonly droppedSentences?: number;
  /** Passages that the writing model received. Default: none. */
  readonly sent?: readonly Passage[];
  /** Whether a model states that nothing in the documents answers the question. Default: false. */
  readonly isAbstention?: boolean;
  /** Number of requests to rewrite contradicted sentences. Default: 0. */
  readonly repairs?: number;
  /** Marked parts of the text of all `parts`, in order. Default: the quotes. */
  readonly sentences?: readonly AnswerSentence[];
  /** Models that failed before `model` wrote the answer, in the order of the calls. Default: none. */
  readonly passedOver?: readonly PassedOver[];
  /**
   * Models for this question, best first. Default: none, because an extractive answer offers no choice of
   * models.
   */
  readonly suggestedModels?: readonly SuggestedModel[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Usage of language models. Undefined if the answerer called none. */
  readonly spent?: ModelUsage;
}

export type OnUsage = (used: ModelUsage) => void;

/** Called with each draft. */
export type OnDraft = (read: () => DraftText, proven?: () => WrittenAnswer | null) => void;

/** Yields any number of drafts and ends with exactly one final answer. */
export type AnswerStream = AsyncIterable<AnswerDraft | AnswerFinal>;

/** Interface of all answerers, with or without a language model. */
export interface Answerer {
  answer(request: AnswerRequest): AnswerStream;
}

/** The final answer of an answerer. */
export type WrittenAnswer = Omit<AnswerFinal, "kind">;

/** @throws Error if the stream ends without a final answer, and all errors of the answerer */
export async function collectAnswer(stream: AnswerStream, onDraft: OnDraft): Promise<WrittenAnswer> {
  for await (const piece of stream) {
    if (piece.kind === "final") return piece;
    onDraft(piece.read, piece.proven);
  }
  throw new Error("the answerer stopped before its answer was complete");
}
