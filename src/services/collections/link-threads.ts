import type { Context } from "../context/context.ts";
import { findLinks, type Link, type LinkInput, linkRecords } from "./internal/link-records.ts";

/** The function `linkRecords` documents rights and errors. */
export async function linkThreads(ctx: Context, input: LinkInput): Promise<readonly Link[]> {
  return await linkRecords(ctx, "thread", input);
}

/**
 * Returns the links again, as the response to a repeated request.
 * @throws ServiceError `not_found`
 */
export async function findLinkedThreads(ctx: Context, input: LinkInput): Promise<readonly Link[]> {
  return await findLinks(ctx, "thread", input);
}
