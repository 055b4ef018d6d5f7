/** An answer as plain text: the text with its numbers, and each source below. */
import { copy } from "../reader/quotation.ts";
import { sourceText } from "./source-text.ts";
import type { AnswerView } from "./timeline/row.ts";
import type { Cited } from "./timeline/stored-messages.ts";

type Copied = Pick<AnswerView, "text" | "citations">;

export async function copyAnswer(answer: Copied): Promise<void> {
  await copy(answerText(answer));
}

export async function copyMarkdown(answer: Copied): Promise<void> {
  await copy(answerMarkdown(answer));
}

/** `[1] "For each working day …" (agreement.pdf, page 7)` */
export function answerText({ text, citations }: Copied): string {
  return withNotes(text, citations, (cited) => `[${cited.ordinal}] "${cited.quote}" (${sourceText(cited)})`);
}

/** The numbers become footnotes: `[^1]`. */
export function answerMarkdown({ text, citations }: Copied): string {
  const known = new Set(citations.map(({ ordinal }) => ordinal));
  const body = text.replaceAll(/\[(\d{1,3})\]/g, (whole, number: string) =>
    known.has(Number(number)) ? `[^${number}]` : whole,
  );
  return withNotes(
    body,
    citations,
    (cited) => `[^${cited.ordinal}]: "${cited.quote.replaceAll("\n", "\n    ")}" (${sourceText(cited)})`,
  );
}

function withNotes(text: string, citations: readonly Cited[], noteOf: (cited: Cited) => string): string {
  return [text, ...(citations.length === 0 ? [] : ["", ...citations.map(noteOf)])].join("\n");
}
