import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { CrawlProgress } from "../../domain/site-crawl.ts";
import type { Context } from "../context/context.ts";
import { findCrawlSince } from "./get-crawl.ts";

/**
 * Returns the crawl if it has changed after `since` (milliseconds since 1970), otherwise null. Each call
 * checks access in D1.
 * @throws ServiceError `unauthenticated` after the reader's token has expired, `not_found` after they lost
 * access to the collection
 */
export async function getCrawlState(
  ctx: Context,
  collectionId: Id<"col">,
  since: number,
): Promise<CrawlProgress | null> {
  const { principal, now } = ctx;
  const isExpired = principal.kind === "user" && principal.expiresAt <= now;
  if (isExpired) throw new ServiceError("unauthenticated", "The token has expired.");
  return await findCrawlSince(ctx, collectionId, since);
}
