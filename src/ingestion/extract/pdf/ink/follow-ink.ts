import { PageInk } from "./page-ink.ts";

/** The export that `scripts/patch-pdfjs.mjs` adds. */
interface PatchedPdfjs {
  readonly textInk: { start: ((...values: ConstructorParameters<typeof PageInk>) => PageInk) | null };
}

/** Lets pdf.js report what pages paint. */
export async function followInk(): Promise<void> {
  const { textInk } = (await import("unpdf/pdfjs")) as unknown as PatchedPdfjs;
  textInk.start ??= (viewBox, operators) => new PageInk(viewBox, operators);
}
