import type { Conversation } from "./conversation.ts";

export interface SourceDocument {
  readonly id: string;
  readonly title: string;
  readonly contentType: string;
  /** Throws a Failure when the file cannot be read. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Documents that are left out or kept together, such as the paragraphs of one article. */
  readonly group: string;
}

/**
 * `answerable`: a document of the set answers it. `impossible`: it was written to look answerable and is not.
 * `outside`: nothing in scope is about it.
 */
export type QuestionKind = "answerable" | "impossible" | "outside";

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly kind: QuestionKind;
  /** Relevance by document id; empty unless it is answerable. */
  readonly relevance: ReadonlyMap<string, number>;
  /** Any of them, standing in a quote, answers it. Empty: not known. */
  readonly answers: readonly string[];
  /** The documents that it was written about, answerable or not. */
  readonly about: readonly string[];
}

export interface DataSet {
  readonly name: string;
  readonly documents: readonly SourceDocument[];
  readonly questions: readonly Question[];
  readonly conversations: readonly Conversation[];
}
