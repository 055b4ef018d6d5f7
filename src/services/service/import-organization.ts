import { requireAction } from "../../domain/authorized.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { type ImportPart, NO_PROGRESS, NOTHING_IMPORTED } from "../../domain/import.ts";
import { quotasOf } from "../../domain/quota.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { type AssetView, findAssets } from "../../storage/d1/assets/assets.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import {
  findImport,
  findImportCapacity,
  importAsserts,
  insertImport,
} from "../../storage/d1/service/imports.ts";
import { actorSql, type Context } from "../context/context.ts";
import { requireOwner } from "../context/require-owner.ts";
import { type Import, importOf } from "./get-import.ts";

export interface ImportOrganizationInput {
  readonly organizationId: Id<"org">;
  /**
   * Uploaded assets with the parts of an export, in order and without duplicates. The uploads must not be
   * announced with `notifyUploaded`.
   */
  readonly assetIds: readonly Id<"asset">[];
}

/**
 * Schedules the import of archives into an empty organization.
 * @throws ServiceError `not_found` if the caller may not read the organization's root, and for files of other
 * users
 * @throws ServiceError `permission_denied` without `own` on the root
 * @throws ServiceError `failed_precondition` if the organization is not empty, another import is running, or
 * bytes are missing
 */
export async function importOrganization(
  ctx: Context,
  { organizationId, assetIds }: ImportOrganizationInput,
): Promise<Import> {
  const { db, now, config } = ctx;
  const { actor, root, rows } = await requireOwner(ctx, organizationId, {
    assets: findAssets(db, actorSql(ctx), assetIds),
    room: findImportCapacity(db, organizationId, assetIds),
  });
  const files = assetIds.map((id) => requireArchive(rows.assets, id, organizationId, actor.id));
  const room = rows.room[0]!;
  if (room.isUnderWay === 1)
    throw new ServiceError("failed_precondition", "Another import into this organization is in progress.");
  if (room.isEmpty !== 1) {
    const message = "An import needs an organization without threads, other files or further collections.";
    throw new ServiceError("failed_precondition", message);
  }
  const parts = await Promise.all(files.map(async (file) => await partOf(ctx, file)));
  const importId = ctx.operationId;
  const ordered = enqueue(db, [{ kind: "import_organization", importId }], now);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_own", holds: mayOnCollection(userOf(actor.id), root.id, "own") },
      ...importAsserts(organizationId, files),
    ],
    writes: [
      insertImport(db, {
        id: importId,
        organizationId,
        requestedBy: actor.id,
        requestedAt: now,
        state: "checking",
        parts: JSON.stringify(parts),
        quotas: JSON.stringify(quotasOf(config.quotas, organizationId)),
        progress: JSON.stringify(NO_PROGRESS),
        counts: JSON.stringify(NOTHING_IMPORTED),
      }),
      ...ordered.statements,
    ],
    audit: { organizationId, targetId: importId, changes: { assetIds } },
    returning: { found: findImport(db, userOf(actor.id), importId) },
  });
  ctx.runInline(ordered.rows);
  return importOf(after.found[0]);
}

function requireArchive(
  found: readonly AssetView[],
  id: Id<"asset">,
  organizationId: Id<"org">,
  userId: Id<"user">,
): AssetView {
  const asset = requireAction(
    found.find(
      (each) => each.id === id && each.organizationId === organizationId && each.createdBy === userId,
    ),
    "write",
    "asset",
  );
  if (asset.lifecycleState !== "uploading" || asset.sourceUrl !== "") {
    throw new ServiceError(
      "failed_precondition",
      `${id} is already announced. Upload an archive and name it here instead.`,
    );
  }
  return asset;
}

async function partOf({ platform }: Context, { id, objectKey }: AssetView): Promise<ImportPart> {
  const object = await platform.bucket.head(objectKey);
  if (object !== null) return { assetId: id, key: objectKey, etag: object.etag, size: object.size };
  throw new ServiceError("failed_precondition", `The file of ${id} has not arrived. Send it first.`);
}
