/**
 * A bearer token or a function that returns one. The client calls the function before each request and
 * connection, so it may cache.
 * @param refused the token that the service rejected, if a rejection is the reason for the call
 */
export type TokenSource = string | ((refused?: string) => string | Promise<string>);

export class Credential {
  readonly #source: TokenSource;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  /** Whether the source can provide another token. */
  get isRenewable(): boolean {
    return typeof this.#source !== "string";
  }

  /** Resolves with "" for anonymous use. Rejects if the source does. */
  async token(refused?: string): Promise<string> {
    return typeof this.#source === "string" ? this.#source : await this.#source(refused);
  }
}

/** Returns no header for "", which means anonymous use. */
export function bearer(token: string): Readonly<Record<string, string>> {
  return token === "" ? {} : { authorization: `Bearer ${token}` };
}
