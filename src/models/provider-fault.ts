/** A failure of who runs a model. The message holds no text, no address and no key. */
export abstract class ProviderFault<Kind extends string> extends Error {
  readonly kind: Kind;
  /** After how long it wants to be asked again; null: it did not say. */
  readonly retryAfterMs: number | null;

  constructor(kind: Kind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What a status that is not ok means. */
export function failureOf(status: number): "limited" | "refused" | "failed" {
  if (status === 429) return "limited";
  return status === 400 || status === 413 || status === 422 ? "refused" : "failed";
}
