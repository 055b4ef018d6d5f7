import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { deleteModelKeyRow, selectModelKeys } from "../../storage/d1/service/model-keys.ts";
import type { Context } from "../context/context.ts";
import { requireOwner } from "../context/require-owner.ts";

interface DeleteModelKeyInput {
  readonly organizationId: Id<"org">;
  readonly model: string;
}

/**
 * Deletes a model key. The next answer uses it no longer.
 * @throws ServiceError `not_found`, `permission_denied` without `own` on the organization's root
 */
export async function deleteModelKey(
  ctx: Context,
  { organizationId, model }: DeleteModelKeyInput,
): Promise<void> {
  const { actor, root, rows } = await requireOwner(ctx, organizationId, {
    keys: selectModelKeys(ctx.db, organizationId),
  });
  if (rows.keys.every((key) => key.model !== model)) throw notFound("key");
  await commit(actor.writer, {
    asserts: [{ name: "may_own", holds: mayOnCollection(userOf(actor.id), root.id, "own") }],
    writes: [deleteModelKeyRow(ctx.db, organizationId, model)],
    audit: { organizationId, targetId: organizationId, changes: { model } },
  });
}
