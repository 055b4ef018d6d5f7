import { invalidField, ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { encryptKey } from "../../models/encrypted-key.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { selectModelKeys, type ModelKeyRow, putModelKey } from "../../storage/d1/service/model-keys.ts";
import type { Context } from "../context/context.ts";
import { requireOwner } from "../context/require-owner.ts";
import { type KeyedModel, keyedModels } from "./list-model-keys.ts";

/**
 * Minimum length of a key whose last four characters are shown. Of a shorter key, they would reveal too much.
 */
const MIN_KEY_CHARS_FOR_HINT = 20;
const ENDING_CHARS = 4;

export interface SetModelKeyInput {
  readonly organizationId: Id<"org">;
  /** Id of the model in the operator's configuration. */
  readonly model: string;
  readonly key: string;
  readonly name: string;
}

/**
 * Sets the key for a model and replaces an earlier key. D1 stores the key encrypted, and no response contains
 * it.
 * @throws ServiceError `not_found` if the caller may not read the organization's root, `permission_denied`
 * without `own` on it
 * @throws ServiceError `failed_precondition` if the service stores no keys, `invalid_argument` for a model
 * that accepts none
 */
export async function setModelKey(
  ctx: Context,
  { organizationId, model, key, name }: SetModelKeyInput,
): Promise<readonly KeyedModel[]> {
  const { db, now, config } = ctx;
  const { actor, root } = await requireOwner(ctx, organizationId, {});
  if (config.modelKeySecrets.length === 0)
    throw new ServiceError(
      "failed_precondition",
      "The operator of this service does not accept keys for models.",
    );
  const address = ctx.platform.languageModels().find(({ id }) => id === model)?.organizationKeys?.address;
  if (address === undefined)
    throw invalidField("model", "must be one of those that `GET` of this path lists");
  const place = { organizationId, model, address };
  const row: ModelKeyRow = {
    ...place,
    ...(await encryptKey(config.modelKeySecrets, place, key)),
    name,
    ending: key.length < MIN_KEY_CHARS_FOR_HINT ? "" : key.slice(-ENDING_CHARS),
    givenBy: actor.id,
    givenAt: now,
    refusedAt: null,
  };
  const { keys } = await commit(actor.writer, {
    asserts: [{ name: "may_own", holds: mayOnCollection(userOf(actor.id), root.id, "own") }],
    writes: [putModelKey(db, row)],
    audit: { organizationId, targetId: organizationId, changes: { model } },
    returning: { keys: selectModelKeys(db, organizationId) },
  });
  return keyedModels(ctx, keys);
}
