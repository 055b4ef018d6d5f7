import { locatorAt } from "../../domain/locator.ts";
import type { Passage, Quote } from "../../domain/retrieval.ts";
import type { OverviewRequest } from "../../text/overviews/overview-request.ts";
import type { ScopeDocument, ScopeDocuments } from "../../storage/d1/answers/scope-documents.ts";

/** A document with what was read of it. */
export interface ReadDocument {
  readonly document: ScopeDocument;
  readonly passages: readonly Passage[];
}

/** What is said about one of two things that are compared. */
export interface ComparedSide {
  readonly name: string;
  readonly spans: readonly QuotedSpan[];
}

/** What an overview is written from. */
export interface OverviewMaterial {
  readonly request: OverviewRequest;
  /** What it tells of, newest first: each must be citable when it is stored. */
  readonly documents: readonly ReadDocument[];
  readonly counts: Pick<ScopeDocuments, "total" | "isRough" | "unreadable">;
  /** Whether the question named these among others, or its prompt mentions them. */
  readonly isNarrowed: boolean;
  /** Each with the other beside it, aspect by aspect. */
  readonly compared?: readonly (readonly [ComparedSide, ComparedSide])[];
  /** The members of a list. */
  readonly items?: readonly QuotedSpan[];
  /** Rows of a table that answer, and the names of their columns. */
  readonly found?: { readonly header: QuotedSpan; readonly rows: readonly QuotedSpan[] };
}

/** A piece of a passage, quoted letter for letter. */
export interface QuotedSpan {
  readonly passage: Passage;
  /** In the passage's text. */
  readonly start: number;
  readonly end: number;
}

export function textOf({ passage, start, end }: QuotedSpan): string {
  return passage.text.slice(start, end);
}

export function quoteOf(span: QuotedSpan): Quote {
  const { assetId, chunkId, version, page, start } = span.passage;
  const locator = locatorAt(span.passage, span.start);
  return { assetId, chunkId, version, page, start: start + span.start, end: start + span.end, quote: textOf(span), locator };
}
