/** A page at which a chain of redirects ended. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
}

const MAX_REDIRECTS = 20;

/**
 * A browser without scripts: it keeps cookies by origin, follows redirects and submits forms. It does not look
 * at attributes of cookies, except that Max-Age=0 removes one.
 */
export class CookieBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();
  /** All addresses that the browser asked for, in order. */
  readonly visited: string[] = [];
  /** The Set-Cookie headers that the browser received, in order. */
  readonly received: string[] = [];

  /** The value of a cookie of the origin; undefined without one. */
  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name);
  }

  setCookie(origin: string, name: string, value: string): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar.set(name, value));
  }

  /** Sends one request and follows no redirect. */
  async send(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    this.visited.push(url.href);
    const cookie = [...(this.#cookies.get(url.origin) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const headers = { ...(cookie === "" ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const text of response.headers.getSetCookie()) this.#take(url.origin, text);
    return response;
  }

  /** Opens an address and follows redirects until `stopAt` returns true for the next address. */
  async open(
    address: string | URL,
    stopAt: (url: URL) => boolean = () => false,
    init: RequestInit = {},
  ): Promise<Page> {
    let url = new URL(address);
    let sent = init;
    for (let hops = 0; hops < MAX_REDIRECTS; hops += 1) {
      if (stopAt(url)) return { url, status: 0, text: "" };
      const response = await this.send(url, sent);
      const location = response.headers.get("location");
      const text = await response.text();
      if (location === null) return { url, status: response.status, text };
      url = new URL(location, url);
      sent = {};
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects, at ${url.href}`);
  }

  /** Submits the only form of a page with its hidden fields and these. */
  async submit(
    page: Page,
    fields: Readonly<Record<string, string>>,
    stopAt?: (url: URL) => boolean,
  ): Promise<Page> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined)
      throw new Error(`No form at ${page.url.href}: ${page.status} ${page.text.slice(0, 500)}`);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams([
      ...hidden.map(([, name = "", value = ""]) => [name, value]),
      ...Object.entries(fields),
    ]);
    return await this.open(new URL(action, page.url), stopAt, { method: "POST", body });
  }

  #take(origin: string, text: string): void {
    this.received.push(text);
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    if (/;\s*max-age=0(?:;|$)/i.test(text) || value === "") this.#cookies.get(origin)?.delete(name);
    else this.setCookie(origin, name, value);
  }
}
