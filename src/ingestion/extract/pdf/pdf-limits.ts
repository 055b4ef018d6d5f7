import { ExtractionError } from "../../../domain/extraction-error.ts";
import { MS_PER_SECOND } from "../../../domain/time.ts";

/** Limits for one PDF. A kilobyte can expand to a billion letters, so every cost has a limit. */
export interface PdfLimits {
  readonly pages: number;
  /**
   * Length of the text in UTF-16 code units, at most that of a plain-text file, because a PDF is compressed.
   */
  readonly characters: number;
  /**
   * Text runs on one page, plus 20 for each chunk that pdf.js delivers. A page of small print has a few
   * thousand runs.
   */
  readonly piecesPerPage: number;
  readonly milliseconds: number;
  /** Longest time without any text, in milliseconds, because a page may draw for ever. */
  readonly millisecondsWithoutText: number;
  /**
   * Time for the form fields and annotations of one page, in milliseconds. pdf.js parses them without
   * interruption.
   */
  readonly millisecondsOfAnnotations: number;
}

export const PDF_LIMITS: PdfLimits = {
  pages: 10_000,
  characters: 25 * 1024 * 1024,
  piecesPerPage: 100_000,
  milliseconds: 45_000,
  millisecondsWithoutText: 20_000,
  millisecondsOfAnnotations: 5_000,
};

/** Counts the cost of one PDF. Each method throws an ExtractionError that names the exceeded limit. */
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

  /** Resets the time without text. */
  hasText(): void {
    this.#lastTextAt = Date.now();
  }

  requirePages(count: number): void {
    const most = this.#limits.pages;
    if (count > most) throw tooMuch(`has more than ${spelled(most)} pages`);
  }

  /** @param pieces number of pieces of the page so far */
  requirePieces(pieces: number): void {
    if (pieces > this.#limits.piecesPerPage) throw new ExtractionError(TOO_MANY_PIECES);
  }

  /** @param count characters of the page so far, in addition to the counted pages */
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
    if (now - this.#lastTextAt >= withoutText)
      throw new ExtractionError(drawsNoText(withoutText), { othersMay: true });
    if (now < this.#endsAt) return;
    const seconds = this.#limits.milliseconds / MS_PER_SECOND;
    // Not permanent, because the machine may have been busy.
    throw new ExtractionError(
      `Reading this PDF took longer than ${seconds} seconds. Split it and upload the parts.`,
      { permanent: false },
    );
  }
}

/** Permanent like the error for a scan, even if the machine was busy, because OCR may help. */
function drawsNoText(ms: number): string {
  return `This PDF has pages that draw for more than ${ms / MS_PER_SECOND} seconds without a letter. Run text recognition (OCR) and upload the result.`;
}

const TOO_MANY_PIECES =
  "This PDF draws the text of a page in too many pieces. Save it as DOCX or text, and upload that.";

function tooMuch(what: string): ExtractionError {
  return new ExtractionError(`This PDF ${what}. Split it and upload the parts.`);
}

function spelled(count: number): string {
  return count >= 1_000_000 ? `${Math.floor(count / 1_000_000)} million` : count.toLocaleString("en");
}
