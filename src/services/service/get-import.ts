import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import {
  type ImportCounts,
  importCounts,
  importParts,
  type ImportSource,
  type ImportState,
} from "../../domain/import.ts";
import { findImport, type ImportRow } from "../../storage/d1/service/imports.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface Import {
  readonly id: Id<"op">;
  readonly organizationId: Id<"org">;
  readonly requestedBy: Id<"user">;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly state: ImportState;
  readonly failureReason: string;
  /** Organization or user from which the archives were exported. Empty until the import has read it. */
  readonly sourceId: ImportSource;
  readonly assetIds: readonly Id<"asset">[];
  /** Number of records imported so far. */
  readonly counts: ImportCounts;
}

/**
 * Returns the progress of an import, for its requester and the owners of the organization.
 * @throws ServiceError `not_found`
 */
export async function getImport(
  ctx: Context,
  { importId }: { readonly importId: Id<"op"> },
): Promise<Import> {
  const { rows } = await readAsUser(ctx, { found: findImport(ctx.db, actorSql(ctx), importId) });
  return importOf(rows.found[0]);
}

/**
 * Returns an import in the form of the API.
 * @throws ServiceError `not_found` without a row
 */
export function importOf(row: ImportRow | undefined): Import {
  if (row === undefined) throw notFound("import");
  const { id, organizationId, requestedBy, requestedAt, finishedAt, state, failureReason, sourceId } = row;
  const assetIds = importParts.parse(JSON.parse(row.parts)).map(({ assetId }) => assetId);
  const counts = importCounts.parse(JSON.parse(row.counts));
  return {
    id,
    organizationId,
    requestedBy,
    requestedAt,
    finishedAt,
    state,
    failureReason,
    sourceId,
    assetIds,
    counts,
  };
}
