/**
 * A bearer token, or what gives one: it is asked before each request and each connection, so it may keep a token while that is good.
 * @param refused the token that the service has not taken, where that is why another is needed
 */
export type TokenSource = string | ((refused?: string) => string | Promise<string>);

export class Credential {
  readonly #source: TokenSource;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  /** Whether there may be another one after this. */
  get isRenewable(): boolean {
    return typeof this.#source !== "string";
  }

  /** "" for nobody. Rejects as the source does. */
  async token(refused?: string): Promise<string> {
    return typeof this.#source === "string" ? this.#source : await this.#source(refused);
  }
}

/** "" is nobody's. */
export function bearer(token: string): Readonly<Record<string, string>> {
  return token === "" ? {} : { authorization: `Bearer ${token}` };
}
