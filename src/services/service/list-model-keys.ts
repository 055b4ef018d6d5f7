import type { Id } from "../../domain/ids.ts";
import { listModelKeys as list, type ModelKeyRow } from "../../storage/d1/service/model-keys.ts";
import type { Context } from "../context/context.ts";
import { readAsOwner } from "../context/read-as-owner.ts";

/** A model that takes a key of the organization, or of which it has one, without the key. */
export interface KeyedModel {
  readonly model: string;
  readonly isNeeded: boolean;
  /** Null: none was given. */
  readonly key: (Omit<ModelKeyRow, "organizationId" | "address" | "kid" | "sealed"> & { readonly isUsed: boolean }) | null;
}

/** Models that an organization may give keys for, and what it has given. @throws ServiceError `not_found`, `permission_denied` without `own` on its root */
export async function listModelKeys(ctx: Context, organizationId: Id<"org">): Promise<readonly KeyedModel[]> {
  const { rows } = await readAsOwner(ctx, organizationId, { keys: list(ctx.db, organizationId) });
  return keyedModels(ctx, rows.keys);
}

/** Those of the operator's list in its order, then keys of models that are no longer on it. */
export function keyedModels({ platform, config }: Context, keys: readonly ModelKeyRow[]): readonly KeyedModel[] {
  const models = config.modelKeySecrets.length === 0 ? [] : platform.languageModels().filter(({ ownKeys }) => ownKeys !== undefined);
  const listed = models.map(({ id, ownKeys }): KeyedModel => {
    const row = keys.find(({ model }) => model === id);
    return {
      model: id,
      isNeeded: ownKeys?.areNeeded === true,
      key: row === undefined ? null : shown(row, row.address === ownKeys?.address),
    };
  });
  const gone = keys.filter(({ model }) => models.every(({ id }) => id !== model));
  return [...listed, ...gone.map((row): KeyedModel => ({ model: row.model, isNeeded: false, key: shown(row, false) }))];
}

function shown({ model, name, ending, givenBy, givenAt, refusedAt }: ModelKeyRow, isUsed: boolean): KeyedModel["key"] {
  return { model, name, ending, givenBy, givenAt, refusedAt, isUsed };
}
