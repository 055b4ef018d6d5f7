/**
 * Why a file gave no text. `reason` is a sentence for the user. `permanent`: a retry cannot help.
 * `othersMay`: the file is valid, but no built-in reader supports its type, so an external processor may read
 * it.
 */
export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
  readonly reason: string;
  readonly permanent: boolean;
  readonly othersMay: boolean;

  constructor(reason: string, options: { permanent?: boolean; othersMay?: boolean; cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.permanent = options.permanent ?? true;
    this.othersMay = options.othersMay ?? false;
  }
}
