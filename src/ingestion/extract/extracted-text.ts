import type { PageSpan } from "../../domain/retrieval.ts";

/** What a file says, in the one spelling that every offset and quote counts in. */
export interface ExtractedText {
  readonly text: string;
  /** In order, one entry a page, `[start, end)` of `text`; a page without text is empty. `[]` when the format has no pages. */
  readonly pages: readonly PageSpan[];
  /** The title that the document gives itself; `""` when it gives none. */
  readonly title: string;
  /** The extractor that made the text, such as `text`, `html-readability`, `pdf-text-layer`. */
  readonly strategy: string;
  /** The readable part as HTML, of HTML sources only. Not sanitised beyond scripts and frames: serve it sandboxed. */
  readonly html: string | null;
  readonly markdown: string | null;
}
