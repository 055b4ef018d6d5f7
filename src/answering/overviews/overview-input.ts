import { locatorAt } from "../../domain/locator.ts";
import type { Passage, Quote } from "../../domain/retrieval.ts";
import type { OverviewRequest } from "../../text/overviews/overview-request.ts";
import type { ScopeDocument, ScopeDocuments } from "../../storage/d1/answers/scope-documents.ts";

/** A document with the passages that were read of it. */
export interface ReadDocument {
  readonly document: ScopeDocument;
  readonly passages: readonly Passage[];
}

/** One side of a comparison. */
export interface ComparedSide {
  readonly name: string;
  readonly spans: readonly QuotedSpan[];
}

/** Documents and quotes from which an overview is composed. */
export interface OverviewInput {
  readonly request: OverviewRequest;
  /** Documents, newest first. Each must still be citable when the answer is stored. */
  readonly documents: readonly ReadDocument[];
  readonly counts: Pick<ScopeDocuments, "total" | "isRough" | "unreadable">;
  /** True if the question names these documents or its prompt mentions them. */
  readonly isNarrowed: boolean;
  /** Pairs of sides to compare, one pair per aspect. */
  readonly compared?: readonly (readonly [ComparedSide, ComparedSide])[];
  /** Items of the requested list. */
  readonly items?: readonly QuotedSpan[];
  /** Table rows that answer the question, with their column names. */
  readonly found?: { readonly header: QuotedSpan; readonly rows: readonly QuotedSpan[] };
}

/** A verbatim span of a passage. */
export interface QuotedSpan {
  readonly passage: Passage;
  /** Offset in the passage's text. */
  readonly start: number;
  readonly end: number;
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
