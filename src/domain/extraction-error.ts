/**
 * Extraction of a file's text failed. `reason` is a sentence for the user. If `permanent` is true, a retry
 * cannot succeed. If `othersMay` is true, the file is valid but of a type without a built-in reader, so an
 * external processor may read it.
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
