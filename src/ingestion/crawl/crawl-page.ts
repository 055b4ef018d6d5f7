import { matchesMediaType } from "../../domain/media-type.ts";
import { ExtractionError } from "../../domain/extraction-error.ts";
import { detectFormat } from "../extract/detect-format.ts";
import { parseAddress } from "../../net/address-policy.ts";
import { CRAWL_TIMEOUT_MS, type Crawler, MAX_PAGE_BYTES } from "../../net/crawler.ts";
import { followRedirects } from "../../net/follow-redirects.ts";
import { readDecoded } from "../../net/read-decoded.ts";
import { fileNameFromUrl } from "../../net/name-from-url.ts";
import { pageContentType, pageTitle } from "./page-title.ts";
import { findPageLinks } from "./find-page-links.ts";
import { conditionsFor, pageValidators } from "../../net/page-validators.ts";
import { type FetchedPage, NOT_MODIFIED, type PageRequest } from "../extraction/fetched-page.ts";
import { RobotsCache } from "./robots-cache.ts";
import { RobotsRules } from "./robots-rules.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

const TOO_SLOW = `The page did not arrive within ${CRAWL_TIMEOUT_MS / MS_PER_SECOND} seconds.`;
/** Media types of large bodies without text. The crawler does not fetch these bodies. */
const MEDIA = /^(?:image|audio|video|font)\//i;
const TOO_LARGE = `The page is larger than ${MAX_PAGE_BYTES / 1024 / 1024} MiB.`;

/**
 * Fetches one page within limits of time, size and redirects, and obeys robots.txt of all sites on the way.
 * @param knownRobots cached robots.txt files
 * @throws ExtractionError on any failure; an immediate retry would not help
 */
export async function crawlPage(
  crawler: Crawler,
  order: PageRequest,
  knownRobots = new RobotsCache(),
): Promise<FetchedPage | typeof NOT_MODIFIED> {
  const { address, known, pauseMs } = order;
  const start = parseAddress(address, crawler.policy);
  if ("refusal" in start) throw new ExtractionError(`The address ${start.refusal}.`);
  const signal = AbortSignal.timeout(CRAWL_TIMEOUT_MS);
  try {
    const robots = new RobotsRules(crawler, knownRobots, signal);
    let isFirst = true;
    const allow = async (url: URL): Promise<void> => {
      const isAsked = await robots.requireAllowed(url);
      if (pauseMs > 0 && (isAsked || !isFirst)) await scheduler.wait(pauseMs, { signal });
      isFirst = false;
    };
    const landing = await followRedirects(crawler, start, signal, allow, (url) => conditionsFor(url, known));
    if (landing.response.status === 304 && known?.url === landing.url.href) {
      await landing.response.body?.cancel();
      return NOT_MODIFIED;
    }
    const page = await readPage(landing.url, landing.response, order.externalTypes, signal);
    const crawlDelay = robots.crawlDelayOf(landing.url);
    if (order.links === null) return { ...page, crawlDelay, links: [] };
    const links = await findPageLinks({ ...page, url: landing.url }, order.links, (url) =>
      robots.isFollowed(url),
    );
    return { ...page, crawlDelay, links };
  } catch (cause) {
    if (cause instanceof ExtractionError) throw cause;
    throw new ExtractionError(signal.aborted ? TOO_SLOW : "The page arrived incomplete.", { cause });
  }
}

type ReadPage = Omit<FetchedPage, "links" | "crawlDelay">;

async function readPage(
  url: URL,
  response: Response,
  externalTypes: readonly string[],
  signal: AbortSignal,
): Promise<ReadPage> {
  const contentType = pageContentType(response.headers.get("content-type"));
  const fileName = fileNameFromUrl(url);
  const refusal = refusalOf(response, contentType, fileName, externalTypes);
  if (refusal !== null) {
    await response.body?.cancel();
    throw new ExtractionError(refusal);
  }
  const { bytes, isCut } = await readDecoded(response, MAX_PAGE_BYTES, signal);
  if (isCut) throw new ExtractionError(TOO_LARGE);
  if (bytes.length === 0) throw new ExtractionError("The page is empty.");
  const unread = unreadReason({ bytes, contentType, originalFileName: fileName }, externalTypes);
  if (unread !== null) throw new ExtractionError(unread);
  const displayName = await pageTitle(url, contentType, bytes);
  return {
    bytes,
    contentType,
    fileName,
    displayName,
    validators: pageValidators(url, response.headers),
    origin: url.origin,
  };
}

function refusalOf(
  response: Response,
  contentType: string,
  fileName: string,
  externalTypes: readonly string[],
): string | null {
  if (response.status === 404 || response.status === 410) return "There is no page at this address.";
  if (response.status === 401 || response.status === 403)
    return "The site denies public access to this page.";
  if (!response.ok) return `The site answered with status ${response.status}.`;
  if (Number(response.headers.get("content-length") ?? 0) > MAX_PAGE_BYTES) return TOO_LARGE;
  // Rejects only media before the download. For other types the bytes decide.
  const isMedia = MEDIA.test(contentType);
  return isMedia
    ? unreadReason({ bytes: new Uint8Array(), contentType, originalFileName: fileName }, externalTypes)
    : null;
}

function unreadReason(
  file: Parameters<typeof detectFormat>[0],
  externalTypes: readonly string[],
): string | null {
  if (matchesMediaType(externalTypes, file.contentType)) return null;
  const format = detectFormat(file);
  return format.kind === "unsupported" ? `The service cannot read pages of type ${format.mediaType}.` : null;
}
