/**
 * A bearer token or a function that returns one. The client calls the function before each request and
 * connection, so it may cache.
 * @param refused the token that the service rejected, if a rejection is the reason for the call
 */
export type TokenSource = string | ((refused?: string) => string | Promise<string>);

/** The browser's session on the service's own origin: the browser sends a cookie that no script can read. */
export interface SessionSource {
  /**
   * Called once when the service rejects the session. Rejected requests and threads wait for the promise and
   * then try again.
   */
  readonly onSignedOut: () => void | Promise<void>;
}

const SESSION_HEADERS = { "x-knowledge-session": "1" } as const;

/** What the client sends to authenticate itself. */
export interface Credential {
  /** Whether the source can provide another token. */
  readonly isRenewable: boolean;
  /** Whether `token` may wait for a person. */
  readonly waitsForPerson: boolean;
  /** Resolves with "" for anonymous use. Rejects if the source does. */
  token(refused?: string): Promise<string>;
  headers(token: string): Readonly<Record<string, string>>;
  /** Which cookies the browser sends; undefined for its default. */
  readonly cookies?: "same-origin";
  /** Subprotocols of a socket. */
  protocols(token: string): string[];
}

export class TokenCredential implements Credential {
  readonly waitsForPerson = false;
  readonly #source: TokenSource;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  get isRenewable(): boolean {
    return typeof this.#source !== "string";
  }

  async token(refused?: string): Promise<string> {
    return typeof this.#source === "string" ? this.#source : await this.#source(refused);
  }

  /** Returns no header for "", which means anonymous use. */
  headers(token: string): Readonly<Record<string, string>> {
    return token === "" ? {} : { authorization: `Bearer ${token}` };
  }

  protocols(token: string): string[] {
    return token === "" ? [] : [`bearer.${token}`];
  }
}

/** Its tokens number the sessions of this page and are never sent. */
export class SessionCredential implements Credential {
  readonly isRenewable = true;
  readonly cookies = "same-origin";
  readonly waitsForPerson = true;
  readonly #source: SessionSource;
  #count = 1;
  #renewal: Promise<void> | null = null;

  constructor(source: SessionSource) {
    this.#source = source;
  }

  async token(refused?: string): Promise<string> {
    if (refused === String(this.#count)) this.#renewal ??= this.#renew();
    await this.#renewal;
    return String(this.#count);
  }

  headers(): Readonly<Record<string, string>> {
    return SESSION_HEADERS;
  }

  protocols(): string[] {
    return [];
  }

  async #renew(): Promise<void> {
    try {
      await this.#source.onSignedOut();
      this.#count += 1;
    } finally {
      this.#renewal = null;
    }
  }
}
