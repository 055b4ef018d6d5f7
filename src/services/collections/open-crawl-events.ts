import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { CrawlProgress } from "../../domain/site-crawl.ts";
import type { Context } from "../context/context.ts";
import { findCrawlSince } from "./get-crawl.ts";

/**
 * News since a time in milliseconds, null for none. Every call checks access in D1.
 * @throws ServiceError `unauthenticated` once the reader's token has expired, `not_found` once they may not
 * read the collection
 */
export async function getCrawlState(ctx: Context, collectionId: Id<"col">, since: number): Promise<CrawlProgress | null> {
  const { principal, now } = ctx;
  const isExpired = principal.kind === "user" && principal.expiresAt <= now;
  if (isExpired) throw new ServiceError("unauthenticated", "The token has expired.");
  return await findCrawlSince(ctx, collectionId, since);
}
