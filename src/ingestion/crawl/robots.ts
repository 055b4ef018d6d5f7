import robotsParser from "robots-parser";
import { ExtractionError } from "../extract/extraction-error.ts";
import { CRAWLER_NAME, type Crawler } from "./crawler.ts";
import { followRedirects } from "./follow-redirects.ts";
import { readLimited } from "./read-limited.ts";

/** RFC 9309, 2.5: at least so much must be read; what lies behind it does not count. */
const MAX_ROBOTS_BYTES = 500 * 1024;
/** Matching costs at most the characters of the rules with wildcards times those of the address: so many take about a second. */
const MAX_MATCHING = 150_000_000;
const WILDCARD_RULE = /^(?!\s*user-agent\s*:)[^#\n\r]*\*[^\n\r]*$/gim;
const FORBIDDEN = "The site asks in its robots.txt that this page is not fetched.";
const UNREADABLE = "The site's robots.txt cannot be read at the moment, so its pages are not fetched.";
const TOO_INTRICATE = "The site's robots.txt is too intricate to be followed, so its pages are not fetched.";

interface SiteRules {
  readonly rules: ReturnType<typeof robotsParser>;
  /** Of the rules with wildcards together. */
  readonly wildcardChars: number;
}

/**
 * The rules of the sites that one crawl meets, by RFC 9309: a robots.txt that is not there (4xx) allows all, one that cannot be had
 * (5xx) forbids all. Each is read once.
 */
export class RobotsRules {
  readonly #crawler: Crawler;
  readonly #signal: AbortSignal;
  readonly #byOrigin = new Map<string, SiteRules>();

  constructor(crawler: Crawler, signal: AbortSignal) {
    this.#crawler = crawler;
    this.#signal = signal;
  }

  /** @throws ExtractionError when the site does not want this page to be fetched */
  async requireAllowed(url: URL): Promise<void> {
    const site = this.#byOrigin.get(url.origin) ?? (await this.#read(new URL("/robots.txt", url)));
    this.#byOrigin.set(url.origin, site);
    if (site.wildcardChars * url.href.length > MAX_MATCHING) throw new ExtractionError(TOO_INTRICATE);
    if (site.rules.isAllowed(url.href, CRAWLER_NAME) === false) throw new ExtractionError(FORBIDDEN);
  }

  async #read(address: URL): Promise<SiteRules> {
    const { response } = await followRedirects(this.#crawler, address, this.#signal, async () => {});
    if (response.status >= 500 || response.status === 429) throw new ExtractionError(UNREADABLE);
    const { bytes } = await readLimited(response.ok ? response.body : null, MAX_ROBOTS_BYTES, this.#signal);
    if (!response.ok) await response.body?.cancel();
    const text = new TextDecoder().decode(bytes);
    const wildcardChars = (text.match(WILDCARD_RULE) ?? []).reduce((sum, line) => sum + line.length, 0);
    return { rules: robotsParser(address.href, text), wildcardChars };
  }
}
