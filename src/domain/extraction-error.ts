/** Why a file gave no text. `reason` is a sentence that is shown to the user; `permanent` says that trying again cannot help, `othersMay` that another program may read it: it is sound, and not of a kind that is read here. */
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
