/** Why a file gave no text. `reason` is a sentence that is shown to the user; `permanent` says that trying again cannot help. */
export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
  readonly reason: string;
  readonly permanent: boolean;

  constructor(reason: string, options: { permanent?: boolean; cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.permanent = options.permanent ?? true;
  }
}
