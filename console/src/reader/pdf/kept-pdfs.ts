import { type OpenPdf, openPdf } from "./open-pdf.ts";

/** Documents that stay open, so that going back to one shows it at once. */
const MAX_KEPT = 3;

export interface KeptPdf {
  readonly open: Promise<OpenPdf>;
  /** The place at which the document was left. */
  place: { readonly top: number; readonly zoom: number | "fit" } | null;
  viewers: number;
}

interface Kept extends KeptPdf {
  readonly ending: AbortController;
}

/** In the order of use, the latest last. */
const kept = new Map<string, Kept>();

/** Opens a document, or returns the open one. `leavePdf` ends the use. */
export function enterPdf(key: string, address: string, bytes: number): KeptPdf {
  const known = kept.get(key);
  const ending = known?.ending ?? new AbortController();
  const entry = known ?? {
    open: openPdf(address, bytes, ending.signal),
    place: null,
    viewers: 0,
    ending,
  };
  // A failed document is opened again the next time.
  if (known === undefined) entry.open.catch(() => kept.delete(key));
  entry.viewers += 1;
  kept.delete(key);
  kept.set(key, entry);
  return entry;
}

export function leavePdf(entry: KeptPdf): void {
  entry.viewers -= 1;
  for (const [key, other] of kept) {
    if (kept.size <= MAX_KEPT) return;
    if (other.viewers > 0) continue;
    other.ending.abort();
    kept.delete(key);
  }
}

/** Closes a document whose worker does not answer. */
export function dropPdf(key: string): void {
  kept.get(key)?.ending.abort();
  kept.delete(key);
}
