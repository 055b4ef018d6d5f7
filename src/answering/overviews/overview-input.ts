import { locatorAt } from "../../domain/locator.ts";
import type { Passage, Quote } from "../../domain/retrieval.ts";
import type { ScopeDocument } from "../../storage/d1/answers/scope-documents.ts";

/** A document with the passages that were read of it. */
export interface ReadDocument {
  readonly document: ScopeDocument;
  readonly passages: readonly Passage[];
}

/** Documents and quotes from which an overview is composed. */
export interface OverviewInput {
  /** Documents, newest first. Each must still be citable when the answer is stored. */
  readonly documents: readonly ReadDocument[];
  /** Number of documents in scope. Null if the request or its prompt names the documents. */
  readonly total: number | null;
  /**
   * Table rows that answer the question, with their column names. `text` is the found or computed value, such as
   * "Fare: 17"; null if the rows alone answer.
   */
  readonly found?: {
    readonly header: QuotedSpan;
    readonly rows: readonly QuotedSpan[];
    readonly text: string | null;
  };
}

/** A verbatim span of a passage. */
export interface QuotedSpan {
  readonly passage: Passage;
  /** Offset in the passage's text. */
  readonly start: number;
  readonly end: number;
}

/** Returns the distinct documents of the passages. */
export function distinctDocuments(passages: readonly Passage[]): ScopeDocument[] {
  const all = passages.map(({ assetId, version, displayName }) => {
    return { assetId, version, displayName, createdAt: 0, isMentioned: false };
  });
  return [...new Map(all.map((document) => [document.assetId, document])).values()];
}

export function spanText({ passage, start, end }: QuotedSpan): string {
  return passage.text.slice(start, end);
}

export function quoteOfSpan(span: QuotedSpan): Quote {
  const { assetId, chunkId, version, page, start } = span.passage;
  const locator = locatorAt(span.passage, span.start);
  return {
    assetId,
    chunkId,
    version,
    page,
    start: start + span.start,
    end: start + span.end,
    quote: spanText(span),
    locator,
  };
}
