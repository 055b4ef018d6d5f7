import { ExtractionError } from "../../domain/extraction-error.ts";
import { CRAWLER_NAME, type Crawler } from "../../net/crawler.ts";
import { followRedirects } from "../../net/follow-redirects.ts";
import type { RobotsCache, SiteRobots } from "./robots-cache.ts";
import { parseRobots, type RobotsTxt } from "./parse-robots.ts";
import { readDecoded } from "../../net/read-decoded.ts";

/** RFC 9309, 2.5: crawlers must read at least this much. The rest is ignored. */
const MAX_ROBOTS_BYTES = 500 * 1024;
/** Limit of the matching cost: the total length of the rules times the total length of the addresses. */
const MAX_MATCHING = 150_000_000;
const FORBIDDEN =
  "The site's robots.txt does not allow fetching this page. Save it in a browser, and upload that.";
const UNREADABLE =
  "The service cannot read the site's robots.txt at the moment, so it does not fetch the page. Save the page in a browser, and upload that.";
const TOO_INTRICATE =
  "The site's robots.txt is too complex, so the service does not fetch the page. Save the page in a browser, and upload that.";

/**
 * The rules of the sites that one fetch visits (RFC 9309). A missing robots.txt (4xx) allows all pages, and
 * an unreachable one (5xx) forbids all. Fetches each file once unless it is cached.
 */
export class RobotsRules {
  readonly #crawler: Crawler;
  readonly #known: RobotsCache;
  readonly #signal: AbortSignal;
  #matched = 0;
  readonly #byOrigin = new Map<string, RobotsTxt>();

  constructor(crawler: Crawler, known: RobotsCache, signal: AbortSignal) {
    this.#crawler = crawler;
    this.#known = known;
    this.#signal = signal;
  }

  /**
   * @returns whether the call requested robots.txt
   * @throws ExtractionError if robots.txt disallows the page
   */
  async requireAllowed(url: URL): Promise<boolean> {
    const known = this.#byOrigin.has(url.origin) ? null : this.#known.find(url.origin);
    const isAsked = known === null && !this.#byOrigin.has(url.origin);
    const site = this.#byOrigin.get(url.origin) ?? rulesOf(known ?? (await this.#read(url.origin)));
    this.#byOrigin.set(url.origin, site);
    if (site.ruleChars * url.href.length > MAX_MATCHING) throw new ExtractionError(TOO_INTRICATE);
    if (!site.isAllowed(url)) throw new ExtractionError(FORBIDDEN);
    return isAsked;
  }

  /** Whether robots.txt allows a link. Returns true once the matching cost of all links reaches its limit. */
  isFollowed(url: URL): boolean {
    const site = this.#byOrigin.get(url.origin);
    this.#matched += (site?.ruleChars ?? 0) * url.href.length;
    return site === undefined || this.#matched > MAX_MATCHING || site.isAllowed(url);
  }

  /** Returns the delay between two requests, in seconds, that robots.txt of an allowed page asks for. */
  crawlDelayOf(url: URL): number {
    return this.#byOrigin.get(url.origin)?.crawlDelay ?? 0;
  }

  async #read(origin: string): Promise<SiteRobots> {
    const { response } = await followRedirects(
      this.#crawler,
      new URL("/robots.txt", origin),
      this.#signal,
      async () => {},
    );
    const isUnreadable = response.status >= 500 || response.status === 429;
    if (!response.ok) await response.body?.cancel();
    const bytes = response.ok
      ? (await readDecoded(response, MAX_ROBOTS_BYTES, this.#signal)).bytes
      : new Uint8Array();
    const rules = parseRobots(new TextDecoder().decode(bytes), CRAWLER_NAME);
    const robots: SiteRobots = isUnreadable
      ? { kind: "unreadable" }
      : { kind: response.ok ? "read" : "missing", rules };
    this.#known.set(origin, robots, bytes.length);
    return robots;
  }
}

/** @throws ExtractionError when the rules are unavailable */
function rulesOf(site: SiteRobots): RobotsTxt {
  if (site.kind === "unreadable") throw new ExtractionError(UNREADABLE);
  return site.rules;
}
