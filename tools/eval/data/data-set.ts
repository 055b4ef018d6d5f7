import type { Conversation } from "./conversation.ts";

export interface SourceDocument {
  readonly id: string;
  readonly title: string;
  readonly contentType: string;
  /** Throws a Failure if the file is unreadable. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Documents of one group are held out together, such as the paragraphs of one article. */
  readonly group: string;
}

/**
 * `answerable`: a document of the set answers it. `impossible`: it looks answerable and is not. `outside`: no
 * document in scope is about it.
 */
export type QuestionKind = "answerable" | "impossible" | "outside";

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly kind: QuestionKind;
  /** Relevance by document id; empty unless it is answerable. */
  readonly relevance: ReadonlyMap<string, number>;
  /** A quote that contains any of them answers the question. Empty: unknown. */
  readonly answers: readonly string[];
  /** The documents on which the question was written, answerable or not. */
  readonly about: readonly string[];
}

export interface DataSet {
  readonly name: string;
  readonly documents: readonly SourceDocument[];
  readonly questions: readonly Question[];
  readonly conversations: readonly Conversation[];
}
