import type { Config } from "../../config.ts";
import { ExtractionError } from "../extract/extraction-error.ts";
import type { Crawler, SendRequest } from "./crawler.ts";

const NOT_HERE = "This service cannot fetch pages: it has no network of its own for that.";

/**
 * The crawler leaves through its own binding, whose network lets it reach public addresses only. On Cloudflare there may be none: a Worker's
 * `fetch` reaches no private network there. Elsewhere nothing is fetched without the binding.
 */
export function createCrawler(binding: Fetcher | undefined, config: Config): Crawler {
  const { publicBaseUrl, crawlAllowLoopback: allowLoopback } = config;
  const ownOrigins = publicBaseUrl === null ? [] : [publicBaseUrl];
  return { send: sender(binding, config), policy: { allowLoopback, ownOrigins } };
}

function sender(binding: Fetcher | undefined, { environment }: Config): SendRequest {
  if (binding !== undefined) return async (url, init) => await binding.fetch(url.href, { ...init, redirect: "manual" });
  if (environment === "production") return async (url, init) => await fetch(url, { ...init, redirect: "manual" });
  return () => Promise.reject(new ExtractionError(NOT_HERE));
}
