import { MAX_CHECKED_BYTES } from "../../domain/citation-check.ts";
import type { Id } from "../../domain/ids.ts";
import type { Context } from "../context/context.ts";
import { type CheckedCitations, checkQuotes } from "./internal/check-quotes.ts";

/**
 * Checks several citations of a thread, in the order of the request. Leaves out citations that the thread
 * does not have.
 * @throws ServiceError `not_found` for a thread that the caller may not read
 */
export async function checkCitations(
  ctx: Context,
  input: { readonly threadId: Id<"thread">; readonly citationIds: readonly Id<"cite">[] },
): Promise<CheckedCitations> {
  const { checked, unchecked } = await checkQuotes(ctx, input, MAX_CHECKED_BYTES);
  const place = new Map<string, number>(input.citationIds.map((id, at) => [id, at]));
  const at = (id: string): number => place.get(id) ?? 0;
  return {
    checked: checked.toSorted((a, b) => at(a.citation.id) - at(b.citation.id)),
    unchecked: unchecked.toSorted((a, b) => at(a) - at(b)),
  };
}
