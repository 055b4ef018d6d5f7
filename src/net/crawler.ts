import type { AddressPolicy } from "./address-policy.ts";

/** Sends one request without following redirects. */
export type SendRequest = (
  url: URL,
  init: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
) => Promise<Response>;

export interface Crawler {
  readonly send: SendRequest;
  readonly policy: AddressPolicy;
}

/** The crawler's product token in robots.txt. */
export const CRAWLER_NAME = "KnowledgeWorkspaceBot";
export const CRAWLER_USER_AGENT = `${CRAWLER_NAME}/1.0`;
export const MAX_REDIRECTS = 5;
export const MAX_PAGE_BYTES = 10 * 1024 * 1024;
/** Time for robots.txt, redirects and the body together. */
export const CRAWL_TIMEOUT_MS = 15_000;
