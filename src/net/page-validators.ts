import type { PageValidators } from "../domain/page-refresh.ts";

/** An entity tag (RFC 9110, 8.8.3). Only valid tags are sent back, because they become a request header. */
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,500}"$/;
const HTTP_DATE = /^[A-Za-z0-9 ,:+-]{1,64}$/;
const MAX_URL_CHARS = 2_048;

/** Returns the validators of a response for conditional requests; null if it has none. */
export function pageValidators(url: URL, headers: Headers): PageValidators | null {
  const [etag, lastModified] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""];
  const known = {
    url: url.href,
    etag: ENTITY_TAG.test(etag) ? etag : "",
    lastModified: HTTP_DATE.test(lastModified) ? lastModified : "",
  };
  const isUseful = known.url.length <= MAX_URL_CHARS && (known.etag !== "" || known.lastModified !== "");
  return isUseful ? known : null;
}

/**
 * Returns the headers of a conditional request. Returns none for another address than that of the validators.
 */
export function conditionsFor(url: URL, known: PageValidators | null): Record<string, string> {
  if (known === null || known.url !== url.href) return {};
  const { etag, lastModified } = known;
  return {
    ...(etag === "" ? {} : { "if-none-match": etag }),
    ...(lastModified === "" ? {} : { "if-modified-since": lastModified }),
  };
}
