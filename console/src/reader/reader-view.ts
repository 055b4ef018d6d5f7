/** The state that the reader's bars share with the view of a document. */
import { type Signal, signal } from "@preact/signals";
import type { Locator } from "../data/client.ts";
import { keptSignal } from "../data/kept.ts";

/** The cited words and their place in a stored text. */
export interface Mark {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /** The place in units that readers count; null if it is not known. */
  readonly locator: Locator | null;
}

/** `missing`: the view does not have the words, so it marks nothing. */
export type MarkState = "pending" | "marked" | "missing";

/** A hit of the search in the document. */
export interface Hit {
  readonly start: number;
  readonly end: number;
}

export interface ReaderView {
  /** A factor of the original size; `fit` for the width of the reader. */
  readonly zoom: Signal<number | "fit">;
  /** The zoom of the drawn page in percent. */
  readonly percent: Signal<number>;
  readonly page: Signal<number>;
  /** 0 for views without pages. */
  readonly pages: Signal<number>;
  /** The page that the reader asks for. */
  readonly wantedPage: Signal<number | null>;
  /** The offset in the stored text that the reader asks for. */
  readonly wantedOffset: Signal<number | null>;
  readonly markState: Signal<MarkState>;
  readonly hits: Signal<readonly Hit[]>;
  /** The hit that is shown; null without a search. */
  readonly hit: Signal<Hit | null>;
}

/** The zoom that the person chose last on this device. */
export const keptZoom = keptSignal<{ readonly zoom: number | "fit" }>("zoom", { zoom: "fit" });

/** @param page to open at */
export function createReaderView(page?: number): ReaderView {
  return {
    zoom: signal(keptZoom.peek().zoom),
    percent: signal(100),
    page: signal(1),
    pages: signal(0),
    wantedPage: signal(page ?? null),
    wantedOffset: signal(null),
    markState: signal("pending"),
    hits: signal([]),
    hit: signal(null),
  };
}
