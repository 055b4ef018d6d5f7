import { type Authorized, requireAction } from "../../domain/authorized.ts";
import type { CollectionAccessSortField } from "../../domain/collection-access-sort.ts";
import type { Id } from "../../domain/ids.ts";
import type { Page, SortTerm } from "../../domain/page.ts";
import { type AccessRow, selectAccess } from "../../storage/d1/sharing/select-access.ts";
import { type CollectionView, findCollection } from "../../storage/d1/collections/collections.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { invitationToken } from "./internal/plan-invitations.ts";

export interface ListCollectionAccessInput extends Page {
  readonly collectionId: Id<"col">;
  /** Sort order. Empty means by name. */
  readonly sort: readonly SortTerm<CollectionAccessSortField>[];
}

export interface AccessRecord {
  readonly row: AccessRow;
  /**
   * Public token of the invitation. Empty for members, and for invitations that the caller may not manage.
   */
  readonly publicToken: string;
}

export interface CollectionAccess {
  readonly collection: Authorized<CollectionView, "share">;
  readonly count: number;
  readonly records: readonly AccessRecord[];
}

const BY_NAME: SortTerm<CollectionAccessSortField> = { field: "sortableName", descending: false };

/**
 * Lists the members and invited addresses of a collection page by page.
 * @throws ServiceError `not_found`, `permission_denied` without `share`
 */
export async function listCollectionAccess(
  ctx: Context,
  input: ListCollectionAccessInput,
): Promise<CollectionAccess> {
  const viewer = actorSql(ctx);
  const sort = input.sort.length === 0 ? [BY_NAME] : input.sort;
  const { rows } = await readAsUser(ctx, {
    collection: findCollection(ctx.db, viewer, input.collectionId),
    ...selectAccess(ctx.db, viewer, { ...input, sort }, ctx.now),
  });
  const collection = requireAction(rows.collection[0], "share", "collection");
  const records = rows.records.map(async (row) => ({
    row,
    publicToken:
      row.manageable === 1 ? await invitationToken(ctx, { ...row, id: row.id as Id<"token"> }) : "",
  }));
  return { collection, count: rows.total[0]?.count ?? 0, records: await Promise.all(records) };
}
