import * as z from "zod";
import { pageValidatorsSchema } from "../domain/page-refresh.ts";
import { MAX_HOST_PAUSE_MS } from "../domain/site-crawl.ts";
import { RobotsCache, type CachedRobots } from "../ingestion/crawl/robots-cache.ts";
import { crawlPage } from "../ingestion/crawl/crawl-page.ts";
import { NOT_MODIFIED } from "../ingestion/extraction/fetched-page.ts";
import { LINKS_HEADER, PAGE_HEADER, UNCHANGED_HEADER } from "../ingestion/extraction/sandbox-client.ts";
import { type OutboundNetworks, outboundFetch } from "../net/outbound-fetch.ts";
import { outboundRule } from "../net/outbound-rule.ts";
import { serializableFailure } from "./serializable-failure.ts";

const order = z.object({
  address: z.string(),
  allowLoopback: z.boolean(),
  ownOrigins: z.array(z.string()),
  exceptions: z.array(outboundRule).default([]),
  externalTypes: z.array(z.string()),
  known: pageValidatorsSchema.nullable().default(null),
  links: z
    .object({ mode: z.enum(["sitemap", "feed", "site"]), isStart: z.boolean() })
    .nullable()
    .default(null),
  pauseMs: z.int().min(0).max(MAX_HOST_PAUSE_MS).default(0),
});

/** Cache of robots.txt files. They are public and equal for all users. */
const keptRobots = new Map<string, CachedRobots>();

/**
 * Receives an address and returns the page's bytes, or no bytes for an unchanged page. The runtime's network
 * restricts the reachable addresses, even if a host name resolves to a private one.
 */
export async function handlePage(request: Request, networks: OutboundNetworks): Promise<Response> {
  const { allowLoopback, ownOrigins, exceptions, ...page } = order.parse(await request.json());
  const send = async (url: URL, init: RequestInit): Promise<Response> =>
    await outboundFetch(url, exceptions, networks)(url, { ...init, redirect: "manual" });
  try {
    const fetched = await crawlPage(
      { send, policy: { allowLoopback, ownOrigins, exceptions } },
      page,
      new RobotsCache(keptRobots),
    );
    if (fetched === NOT_MODIFIED) return new Response(null, { headers: { [UNCHANGED_HEADER]: "1" } });
    const { bytes, links, ...fields } = fetched;
    const listed = new TextEncoder().encode(JSON.stringify(links));
    const headers = {
      [PAGE_HEADER]: encodeURIComponent(JSON.stringify(fields)),
      [LINKS_HEADER]: String(listed.length),
    };
    return new Response(new Blob([listed, bytes]), { headers });
  } catch (error) {
    return Response.json(serializableFailure(error), { status: 422 });
  }
}
