import type { Sampling } from "../../domain/events.ts";
import type { PassedOver, SuggestedModel } from "../../domain/model-choice.ts";
import type { Support } from "../../domain/proof/support.ts";
import type { Passage, QueryMeaning, Quote } from "../../domain/retrieval.ts";
import type { ModelUsage } from "../../domain/usage.ts";
import type { PastTurn } from "../../storage/d1/answers/conversation.ts";
import type { AnswerLimits } from "../answer-limits.ts";

/** What an answerer may use. It reads no store: whatever it says rests on these passages. */
export interface AnswerRequest {
  readonly question: string;
  /** What the conversation adds to the question; "": nothing. */
  readonly topic: string;
  /** The last questions of the thread, oldest first. */
  readonly conversation: readonly PastTurn[];
  /** Best first. */
  readonly passages: readonly Passage[];
  /** As `SearchResult.confidence`. */
  readonly confidence: number;
  readonly meaning?: QueryMeaning;
  readonly limits: AnswerLimits;
  readonly sampling: Sampling;
  /** Which model is asked first; "": the first one of the settings. */
  readonly model: string;
  /** Default: 3. */
  readonly maxQuotes?: number;
  /** How many documents in scope are not read yet. */
  readonly pendingAssets: number;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** Told what each text of a language model used as soon as that has ended, however it did. */
  readonly onSpent?: OnSpent | undefined;
}

/** All of the text as it stands while it is written: it takes the place of the draft before it. */
export interface AnswerDraft {
  readonly kind: "draft";
  /** Made when it is wanted: models say more than anybody is sent. */
  readonly read: () => DraftText;
}

export interface DraftText {
  readonly text: string;
  /**
   * So many UTF-16 code units of it, from the beginning, are proven sentences between which nothing comes any more: the answer begins with them, unless
   * this attempt to write it fails. What stands behind them may go.
   */
  readonly proven: number;
}

export const NOTHING_WRITTEN: DraftText = { text: "", proven: 0 };

/** A quote, and the sentences of the answer that rest on it in other words than its own, each as the answer has it; default: none. */
export type AnswerQuote = Quote & {
  readonly said?: readonly string[];
  /** Where several sentences rest on it: how it stands to the one that it supports least. Default: `quoted`. */
  readonly support?: Support;
};

/** What is said, and what is known when all is said. */
export interface AnswerFinal {
  readonly kind: "final";
  /** Who wrote it. */
  readonly model: string;
  /** Joined they are the answer; the marker "[n]" in it stands for `quotes[n - 1]`. */
  readonly parts: readonly string[];
  readonly quotes: readonly AnswerQuote[];
  readonly suggestions: readonly string[];
  /** How many sentences a model wrote that did not stay; default: none. */
  readonly droppedSentences?: number;
  /** Models that were asked before, in their order; default: none. */
  readonly passedOver?: readonly PassedOver[];
  /** Which models would do, the best first; default: none, as there are not several. */
  readonly suggestedModels?: readonly SuggestedModel[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What language models used of that; nothing: none was asked. */
  readonly spent?: ModelUsage;
}

export type OnSpent = (used: ModelUsage) => void;

/** Told each draft as it comes. */
export type OnDraft = (read: () => DraftText) => void;

/** Drafts, or none, then one final. */
export type AnswerStream = AsyncIterable<AnswerDraft | AnswerFinal>;

/** Writes answers: the port behind which a model stands, or none. */
export interface Answerer {
  answer(request: AnswerRequest): AnswerStream;
}

/** An answer as it was written. */
export type WrittenAnswer = Omit<AnswerFinal, "kind">;

/** @throws what the answerer throws, and when it ends without a final */
export async function readToEnd(stream: AnswerStream, onDraft: OnDraft): Promise<WrittenAnswer> {
  for await (const piece of stream) {
    if (piece.kind === "final") return piece;
    onDraft(piece.read);
  }
  throw new Error("the answerer stopped before its answer was complete");
}
