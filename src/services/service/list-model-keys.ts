import type { Id } from "../../domain/ids.ts";
import { selectModelKeys, type ModelKeyRow } from "../../storage/d1/service/model-keys.ts";
import type { Context } from "../context/context.ts";
import { requireOwner } from "../context/require-owner.ts";

/**
 * A model that accepts an organization's key, or for which the organization has set a key. Does not contain
 * the key itself.
 */
export interface KeyedModel {
  readonly model: string;
  readonly isNeeded: boolean;
  /** Null if no key is set. */
  readonly key:
    | (Omit<ModelKeyRow, "organizationId" | "address" | "kid" | "sealed"> & { readonly isUsed: boolean })
    | null;
}

/**
 * Lists the models for which an organization may set keys, and the keys that it has set.
 * @throws ServiceError `not_found`, `permission_denied` without `own` on the organization's root
 */
export async function listModelKeys(ctx: Context, organizationId: Id<"org">): Promise<readonly KeyedModel[]> {
  const { rows } = await requireOwner(ctx, organizationId, { keys: selectModelKeys(ctx.db, organizationId) });
  return keyedModels(ctx, rows.keys);
}

/** Returns the operator's models in their order, followed by keys of models that are no longer configured. */
export function keyedModels(
  { platform, config }: Context,
  keys: readonly ModelKeyRow[],
): readonly KeyedModel[] {
  const models =
    config.modelKeySecrets.length === 0
      ? []
      : platform.languageModels().filter(({ organizationKeys }) => organizationKeys !== undefined);
  const listed = models.map(({ id, organizationKeys }): KeyedModel => {
    const row = keys.find(({ model }) => model === id);
    return {
      model: id,
      isNeeded: organizationKeys?.areRequired === true,
      key: row === undefined ? null : shown(row, row.address === organizationKeys?.address),
    };
  });
  const gone = keys.filter(({ model }) => models.every(({ id }) => id !== model));
  return [
    ...listed,
    ...gone.map((row): KeyedModel => ({ model: row.model, isNeeded: false, key: shown(row, false) })),
  ];
}

function shown(
  { model, name, ending, givenBy, givenAt, refusedAt }: ModelKeyRow,
  isUsed: boolean,
): KeyedModel["key"] {
  return { model, name, ending, givenBy, givenAt, refusedAt, isUsed };
}
