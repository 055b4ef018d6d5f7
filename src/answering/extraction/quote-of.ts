import { locatorAt } from "../../domain/locator.ts";
import type { Passage, Quote } from "../../domain/retrieval.ts";
import type { Span } from "../../text/sentences.ts";

/** A verbatim text of a passage. The column names of a table may start before the passage. */
export interface Quotable extends Span {
  readonly passage: Passage;
  readonly text: string;
}

/** Quotes a sentence verbatim from its document. */
export function quoteOf({ passage, start, text }: Quotable): Quote {
  const { assetId, chunkId, version, page } = passage;
  const at = passage.start + start;
  return {
    assetId,
    chunkId,
    version,
    page,
    start: at,
    end: at + text.length,
    quote: text,
    locator: locatorOf(passage, start),
  };
}

/** Returns the location of a quote. Column names before the passage have no known line number. */
function locatorOf(passage: Passage, start: number): Quote["locator"] {
  const locator = locatorAt(passage, Math.max(0, start));
  if (start >= 0 || locator === null) return locator;
  if (locator.kind === "sheet") return { kind: "sheet", sheet: locator.sheet };
  return locator.kind === "line" || locator.kind === "time" ? null : locator;
}
