import type { Locator } from "../data/client.ts";

/** A source, as the thread page or the document page opens it. */
export interface ReaderProps {
  readonly assetId: string;
  /** The hash of the cited text; "" for the current text. */
  readonly version: string;
  /** Offsets of the quote in that text, in UTF-16 code units. Equal offsets mark nothing. */
  readonly start: number;
  readonly end: number;
  /** The quote; "" if only its offsets are known. */
  readonly quote: string;
  /** The number of the source in its answer; 0 outside of a thread. */
  readonly ordinal: number;
  /** The number of sources of the answer. */
  readonly count?: number | undefined;
  /** The page of a PDF to open at, without words to mark. */
  readonly page?: number | undefined;
  readonly locator?: Locator | null | undefined;
  readonly citationId?: string | undefined;
  readonly threadId?: string | undefined;
  /** Closes the reader; without it, it has no button for that. */
  readonly onClose?: (() => void) | undefined;
  readonly onPrevious?: (() => void) | null | undefined;
  readonly onNext?: (() => void) | null | undefined;
}
