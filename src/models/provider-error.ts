/** Error of a model provider. The message contains no text of the user, no URL and no key. */
export abstract class ProviderError<Kind extends string> extends Error {
  readonly kind: Kind;
  /** Delay before a retry that the provider requested. Null if the provider requested none. */
  readonly retryAfterMs: number | null;

  constructor(kind: Kind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Maps an HTTP error status to a failure kind. */
export function failureOfStatus(status: number): "limited" | "refused" | "failed" {
  if (status === 429) return "limited";
  return status === 400 || status === 413 || status === 422 ? "refused" : "failed";
}
