import { ExtractionError } from "../../../domain/extraction-error.ts";

/** What reading one PDF may cost. A kilobyte can hold a billion letters: what was not counted would be without bounds. */
export interface PdfLimits {
  readonly pages: number;
  /** Of the text, in UTF-16 code units. Text may be compressed a thousandfold: what more comes out than could have been plain text is refused. */
  readonly characters: number;
  /** Runs of letters that a page draws in one place, and twenty for each part in which they come; small print has a few thousand. */
  readonly piecesOnAPage: number;
  readonly milliseconds: number;
  /** Spent in a row without a letter: a page may draw for ever, and thousands may share it. */
  readonly millisecondsWithoutText: number;
  /** Spent on the fields and annotations of one page: pdf.js reads what they draw in one go. */
  readonly millisecondsOfAnnotations: number;
}

export const PDF_LIMITS: PdfLimits = {
  pages: 10_000,
  characters: 25 * 1024 * 1024,
  piecesOnAPage: 100_000,
  milliseconds: 45_000,
  millisecondsWithoutText: 20_000,
  millisecondsOfAnnotations: 5_000,
};

/** Counts what reading one PDF costs. Each method throws an ExtractionError, whose reason says what there was too much of. */
export class PdfBudget {
  readonly #limits: PdfLimits;
  readonly #endsAt: number;
  #lastTextAt = Date.now();
  #characters = 0;

  constructor(limits: PdfLimits) {
    this.#limits = limits;
    this.#endsAt = Date.now() + limits.milliseconds;
  }

  get millisecondsOfAnnotations(): number {
    return this.#limits.millisecondsOfAnnotations;
  }

  /** A letter was drawn. */
  hasText(): void {
    this.#lastTextAt = Date.now();
  }

  requirePages(count: number): void {
    const most = this.#limits.pages;
    if (count > most) throw tooMuch(`has more than ${spelled(most)} pages`);
  }

  /** @param pieces of the page so far */
  requirePieces(pieces: number): void {
    if (pieces > this.#limits.piecesOnAPage) throw new ExtractionError(TOO_MANY_PIECES);
  }

  /** @param count of the page so far, beside those that are counted already */
  requireCharacters(count: number): void {
    const most = this.#limits.characters;
    if (this.#characters + count > most) throw tooMuch(`holds more than ${spelled(most)} characters`);
  }

  addCharacters(count: number): void {
    this.requireCharacters(count);
    this.#characters += count;
  }

  requireTime(): void {
    const now = Date.now();
    const withoutText = this.#limits.millisecondsWithoutText;
    if (now - this.#lastTextAt >= withoutText) throw new ExtractionError(drawsNoText(withoutText), { othersMay: true });
    if (now < this.#endsAt) return;
    const seconds = this.#limits.milliseconds / 1000;
    // The machine may have been busy.
    throw new ExtractionError(`Reading this PDF took longer than ${seconds} seconds; split it and upload the parts.`, { permanent: false });
  }
}

/** As of a scan: what recognises text from pictures may read it, so that trying again here is not needed, however busy the machine was. */
function drawsNoText(ms: number): string {
  return `This PDF has pages that draw for more than ${ms / 1000} seconds without a letter. Have its text recognised first, and upload the result.`;
}

const TOO_MANY_PIECES = "This PDF has a page whose text is drawn in too many pieces to be read. Save it as DOCX or text, and upload that.";

function tooMuch(what: string): ExtractionError {
  return new ExtractionError(`This PDF ${what}; split it and upload the parts.`);
}

function spelled(count: number): string {
  return count >= 1_000_000 ? `${Math.floor(count / 1_000_000)} million` : count.toLocaleString("en");
}
