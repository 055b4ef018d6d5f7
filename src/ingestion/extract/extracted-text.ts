import type { LocatedSpan } from "../../domain/locator.ts";
import type { PageSpan } from "../../domain/retrieval.ts";

/** What a file says, in the one spelling that every offset and quote counts in. */
export interface ExtractedText {
  readonly text: string;
  /** In order, one entry a page, `[start, end)` of `text`; a page without text is empty. `[]` when the format has no pages. */
  readonly pages: readonly PageSpan[];
  /** Where its parts stand in a format of other places than pages: in order, without overlap. No passage leaves a slide, sheet, chapter or part. */
  readonly spans?: readonly LocatedSpan[];
  /** Of source code: where definitions begin, ascending. Its passages are whole lines, and begin there where they can. */
  readonly borders?: readonly number[];
  /** The title that the document gives itself; `""` when it gives none. */
  readonly title: string;
  /** The extractor that made the text, such as `text`, `html-body`, `pdf-text-layer`. */
  readonly strategy: string;
  readonly form: TextForm;
  /** How many files in it can be unpacked (`list-members.ts`). */
  readonly members?: number;
  /**
   * Sentences for people about parts of the file that were not read, although the file was; `""` and none are the same. A reader that has
   * several joins them with `composeNote`.
   */
  readonly note?: string;
  /** Words that the reader left out by rule, such as menus: their absence is no loss. */
  readonly omitted?: string;
}

/**
 * Where the structure of a document is to be read: nowhere (`plain`: paragraphs and lines are all there is, `code`: every line as it stands), in
 * the text as the readers here spell it (headings with `#`, items with their marker, rows between `|`), in Markdown as somebody wrote it, or
 * in HTML, which is not made safe: of a page, or of a book's chapters.
 */
export type TextForm =
  | "plain"
  | "code"
  | "spelled"
  | "markdown"
  | { readonly html: readonly string[]; /** Whether each element is closed. */ readonly isBalanced: boolean };

/** Where the parts of a text stand in its document. */
export function spansOf({ pages, spans }: ExtractedText): readonly LocatedSpan[] {
  return spans ?? pages.map(({ page, start, end }) => ({ start, end, locator: { kind: "page", page } }));
}
