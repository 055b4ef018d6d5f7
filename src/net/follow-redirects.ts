import { ExtractionError } from "../domain/extraction-error.ts";
import { parseAddress } from "./address-policy.ts";
import { type Crawler, CRAWLER_USER_AGENT, MAX_REDIRECTS } from "./crawler.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Content codings that the runtime or `readDecoded` decodes. */
const ACCEPT_ENCODING = "gzip, br, deflate";
const ACCEPT = "text/html,application/xhtml+xml,text/*;q=0.9,application/pdf;q=0.9,*/*;q=0.5";
const HEADERS = { "user-agent": CRAWLER_USER_AGENT, accept: ACCEPT, "accept-encoding": ACCEPT_ENCODING };

export interface FinalResponse {
  readonly url: URL;
  readonly response: Response;
}

/**
 * Follows redirects and checks every address before the request to it.
 * @param allow throws to reject an address that the policy allows
 * @param conditions returns further headers for an address
 * @throws ExtractionError with a sentence as reason
 */
export async function followRedirects(
  crawler: Crawler,
  start: URL,
  signal: AbortSignal,
  allow: (url: URL) => Promise<void>,
  conditions: (url: URL) => Record<string, string> = () => ({}),
): Promise<FinalResponse> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    await allow(url);
    const response = await send(crawler, url, signal, conditions(url));
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return { url, response };
    await response.body?.cancel();
    const next = parseAddress(location, crawler.policy, url);
    if ("refusal" in next)
      throw new ExtractionError(`The page redirects to a disallowed address: it ${next.refusal}.`);
    url = next;
  }
  throw new ExtractionError(`The page redirects more than ${MAX_REDIRECTS} times.`);
}

async function send(
  crawler: Crawler,
  url: URL,
  signal: AbortSignal,
  conditions: Record<string, string>,
): Promise<Response> {
  try {
    return await crawler.send(url, { headers: { ...HEADERS, ...conditions }, signal });
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ExtractionError) throw cause;
    throw new ExtractionError("The service could not reach the page.", { cause });
  }
}
