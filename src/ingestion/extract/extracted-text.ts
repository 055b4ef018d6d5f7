import type { LocatedSpan } from "../../domain/locator.ts";
import type { PageSpan } from "../../domain/retrieval.ts";

/** The text of a file. All offsets and quotes refer to exactly this string. */
export interface ExtractedText {
  readonly text: string;
  /**
   * One `[start, end)` span of `text` per page, in order. A page without text has an empty span. `[]` for
   * formats without pages.
   */
  readonly pages: readonly PageSpan[];
  /**
   * Spans of slides, sheets, chapters or other parts, in order, without overlap. No passage crosses a span.
   */
  readonly spans?: readonly LocatedSpan[];
  /**
   * Ascending offsets of definitions in source code. Passages are whole lines and begin at these offsets
   * where possible.
   */
  readonly borders?: readonly number[];
  /** The document's own title; `""` without one. */
  readonly title: string;
  /** The extractor that produced the text, such as `text`, `html-body`, `pdf-text-layer`. */
  readonly strategy: string;
  readonly form: TextForm;
  /** Number of files in the document that can be unpacked (`list-archive-entries.ts`). */
  readonly entryCount?: number;
  /**
   * Sentences for users about unread parts of a readable file. `""` and undefined are equivalent. Extractors
   * join several notes with `composeNote`.
   */
  readonly note?: string;
  /** Words that the extractor omits by rule, such as menus. The loss check ignores them. */
  readonly omitted?: string;
}

/**
 * How the text shows the document's structure. `plain`: only paragraphs and lines. `code`: every line
 * unchanged. `spelled`: as the extractors write it (`#` headings, list markers, `|` rows). `markdown`: as the
 * author wrote it. `html`: unsanitized HTML of a page or of a book's chapters.
 */
export type TextForm =
  | "plain"
  | "code"
  | "spelled"
  | "markdown"
  | {
      readonly html: readonly string[];
      /** Whether each element in the HTML has an end tag. */ readonly isBalanced: boolean;
    };

/** Returns the spans of pages or of other parts. */
export function spansOf({ pages, spans }: ExtractedText): readonly LocatedSpan[] {
  return spans ?? pages.map(({ page, start, end }) => ({ start, end, locator: { kind: "page", page } }));
}
