import type { CookieBrowser, Page } from "./cookie-browser.ts";

/** Signs browsers in at a service whose issuer is the OIDC server of the tests. */
export class IssuerSignIn {
  readonly #service: string;

  /** @param service origin of the service */
  constructor(service: string) {
    this.#service = service;
  }

  /** The address that begins a sign-in. */
  start(query: Readonly<Record<string, string>> = {}): string {
    return `${this.#service}/session/start?${new URLSearchParams(query).toString()}`;
  }

  /** Whether the address is the service's, behind the sign-in. */
  isPage(url: URL): boolean {
    return url.origin === this.#service && !url.pathname.startsWith("/session/");
  }

  isCallback(url: URL): boolean {
    return url.origin === this.#service && url.pathname === "/session/callback";
  }

  /** Passes the issuer's forms until the browser would come to an address of the service. */
  async passForms(
    browser: CookieBrowser,
    name: string,
    first: Page,
    stopAt: (url: URL) => boolean = (url) => this.isPage(url),
  ): Promise<Page> {
    const asked = await browser.submit(first, { login: name, password: "any" }, stopAt);
    return await browser.submit(asked, {}, stopAt);
  }

  /** Follows the whole sign-in. @returns the path at which it ended */
  async signIn(
    browser: CookieBrowser,
    name: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { url } = await this.passForms(browser, name, await browser.open(this.start(query)));
    return url.href.slice(this.#service.length);
  }

  /** Follows a sign-in up to its callback. @returns the callback's address */
  async reachCallback(
    browser: CookieBrowser,
    name: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<URL> {
    const form = await browser.open(this.start(query));
    return (await this.passForms(browser, name, form, (url) => this.isCallback(url))).url;
  }

  /** Opens an address and follows redirects until the browser would come to a page. @returns its path */
  async land(browser: CookieBrowser, address: URL): Promise<string> {
    const { url } = await browser.open(address, (next) => this.isPage(next));
    return url.href.slice(this.#service.length);
  }

  /** A request of the service's own page. */
  async ask(browser: CookieBrowser, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { "x-knowledge-session": "1", "content-type": "application/json" };
    return await browser.send(`${this.#service}${path}`, { ...init, headers });
  }

  /** The name of a cookie of the service, which listens on loopback without TLS. */
  cookieName(name = "knowledge"): string {
    return `${name}-${new URL(this.#service).port}`;
  }
}
