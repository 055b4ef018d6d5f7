/** The rows that a thread shows. */
import type { Message } from "./facts.ts";
import type { Cited } from "./stored-messages.ts";

export type Sentence = Message["sentences"][number];
export type PassedOver = Message["passedOver"][number];

/** A message of a person: a question, or a remark that gets no answer. */
export interface MessageRow {
  readonly kind: "message";
  readonly key: string;
  readonly id: string;
  readonly isQuestion: boolean;
  readonly author: string;
  /** The author of an imported message, who has no account; "" for others. */
  readonly importedAuthor: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly scope: AskedScope | null;
}

/** The documents that a question names, if events told them. */
export interface AskedScope {
  readonly assetIds: readonly string[];
  readonly collectionIds: readonly string[];
}

export interface RenameRow {
  readonly kind: "rename";
  readonly key: string;
  readonly id: string;
  readonly author: string;
  readonly label: string;
  readonly at: number;
}

/** The answers to one question: several for a question that was asked of several scopes or models. */
export interface AnswersRow {
  readonly kind: "answers";
  readonly key: string;
  readonly questionId: string;
  readonly answers: readonly AnswerView[];
}

/** A message of this device that the thread does not hold yet. */
export interface UnsentRow {
  readonly kind: "unsent";
  readonly key: string;
  readonly id: string;
  readonly text: string;
  readonly at: number;
  /** Why it was not sent; null while it is being sent. */
  readonly refusal: string | null;
}

export type Row = MessageRow | RenameRow | AnswersRow | UnsentRow;

/** One answer, of which the thread shows one version. */
export interface AnswerView {
  readonly key: string;
  readonly questionId: string;
  /** The answer's message; null until the service tells it. */
  readonly id: string | null;
  readonly state: "waiting" | "writing" | "done";
  /** Unfinished answers before this one. */
  readonly place: number;
  readonly text: string;
  /** The first characters of an unfinished text that are verified. */
  readonly proven: number;
  /** Whether an attempt was withdrawn, so that the text begins again. */
  readonly isRestarted: boolean;
  readonly citations: readonly Cited[];
  readonly sentences: readonly Sentence[];
  readonly droppedSentences: number;
  readonly writer: string;
  readonly passedOver: readonly PassedOver[];
  /** Documents in scope that were not read when the answer was written; null if unknown. */
  readonly pendingAssets: number | null;
  readonly suggestions: readonly string[];
  /** The number of the shown version from 1, if the history told it. */
  readonly version: number | null;
  /** Whether the question has other versions of this answer. */
  readonly hasVersions: boolean;
  /** How the answer ended; null before its end. */
  readonly endedAs: "done" | "failed" | "cancelled" | null;
  /** The user who stopped it. */
  readonly stoppedBy: string | null;
  /** The person's rating as the history tells it; "" for none. */
  readonly ownRating: "good" | "bad" | "";
  readonly at: number;
}
