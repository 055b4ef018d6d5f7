/** A bearer token, or what gives one: it is asked before each request and each connection, so it may keep a token while that is good. */
export type TokenSource = string | (() => string | Promise<string>);

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
  async token(): Promise<string> {
    return typeof this.#source === "string" ? this.#source : await this.#source();
  }
}
