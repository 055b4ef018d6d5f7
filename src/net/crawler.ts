import type { AddressPolicy } from "./address-policy.ts";

/** Sends one request and follows nothing. */
export type SendRequest = (url: URL, init: { readonly headers: Record<string, string>; readonly signal: AbortSignal }) => Promise<Response>;

/** How pages are fetched, and from where. */
export interface Crawler {
  readonly send: SendRequest;
  readonly policy: AddressPolicy;
}

/** The name that robots.txt files may address. */
export const CRAWLER_NAME = "KnowledgeWorkspaceBot";
export const CRAWLER_USER_AGENT = `${CRAWLER_NAME}/1.0`;
export const MAX_REDIRECTS = 5;
export const MAX_PAGE_BYTES = 10 * 1024 * 1024;
/** For everything together: robots.txt, redirects and the body. */
export const CRAWL_TIMEOUT_MS = 15_000;
