import { ServiceError } from "../../domain/errors.ts";
import { etagOf } from "../../domain/etag.ts";
import type { Assertion } from "../../storage/d1/core/commit.ts";
import { hasVersion, type VersionedTable } from "../../storage/d1/core/version.ts";
import type { Context } from "./context.ts";

/** @throws ServiceError `aborted` if `If-Match` names another revision of the record */
export function requireIfMatch(
  ctx: Context,
  record: { readonly id: string; readonly version: number },
): void {
  if (ctx.ifMatch === null) return;
  const wanted = ctx.ifMatch.split(",").map((tag) => tag.trim());
  if (wanted.includes("*") || wanted.includes(`"${etagOf(record.id, record.version)}"`)) return;
  throw new ServiceError("aborted", "The record has changed since you read it. Its ETag is different.");
}

/**
 * Asserts that the record still has the revision that `requireIfMatch` checked. Without `If-Match`, asserts
 * nothing.
 */
export function ifMatchAsserts(
  ctx: Context,
  table: VersionedTable,
  record: { readonly id: string; readonly version: number },
): Assertion[] {
  if (ctx.ifMatch === null) return [];
  return [{ name: "if_match", holds: hasVersion(table, record) }];
}
