import type { Context } from "../context/context.ts";
import { findLinks, type Link, type LinkInput, linkRecords } from "./internal/link-records.ts";

/** The function `linkRecords` documents rights and errors. */
export async function linkAssets(ctx: Context, input: LinkInput): Promise<readonly Link[]> {
  return await linkRecords(ctx, "asset", input);
}

/**
 * Returns the links again, as the response to a repeated request.
 * @throws ServiceError `not_found`
 */
export async function findLinkedAssets(ctx: Context, input: LinkInput): Promise<readonly Link[]> {
  return await findLinks(ctx, "asset", input);
}
