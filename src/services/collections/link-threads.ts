import type { Context } from "../context/context.ts";
import { findLinks, type Link, type LinkInput, linkRecords } from "./internal/link-records.ts";

/** See `linkRecords` for rights and errors. */
export async function linkThreads(ctx: Context, input: LinkInput): Promise<readonly Link[]> {
  return await linkRecords(ctx, "thread", input);
}

/**
 * The response to a repeated request.
 * @throws ServiceError `not_found`
 */
export async function findLinkedThreads(ctx: Context, input: LinkInput): Promise<readonly Link[]> {
  return await findLinks(ctx, "thread", input);
}
