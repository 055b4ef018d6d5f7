import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { Context } from "../context/context.ts";
import { type CheckedCitation, checkQuotes } from "./internal/check-quotes.ts";

/**
 * Checks if a quote is still in its document. Reads the current text of the asset, verifies that its hash
 * equals its version, and searches for the quote.
 * @throws ServiceError `not_found` for a thread that the caller may not read, or the citation of another
 * thread
 */
export async function checkCitation(
  ctx: Context,
  { threadId, citationId }: { readonly threadId: Id<"thread">; readonly citationId: Id<"cite"> },
): Promise<CheckedCitation> {
  const { checked } = await checkQuotes(
    ctx,
    { threadId, citationIds: [citationId] },
    Number.POSITIVE_INFINITY,
  );
  const [only] = checked;
  if (only === undefined) throw notFound("citation");
  return only;
}
