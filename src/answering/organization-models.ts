import type { Id } from "../domain/ids.ts";
import { log } from "../log.ts";
import { type LanguageModel, ModelError } from "../models/language-model.ts";
import { decryptKey, type EncryptionSecret } from "../models/encrypted-key.ts";
import type { Database } from "../storage/d1/core/database.ts";
import { selectModelKeys, type ModelKeyRow, recordRejectedKey } from "../storage/d1/service/model-keys.ts";

interface OperatorModels {
  /** Models that the operator configured. */
  readonly models: readonly LanguageModel[];
  /** Secrets that encrypt the organizations' keys. If empty, organizations cannot use keys. */
  readonly secrets: readonly EncryptionSecret[];
}

/**
 * Returns the models of an organization. A model with an organization key uses that key only. Models that
 * require a key are left out if the organization has none. Each call takes one D1 round trip, so that a
 * revoked key is never used again. If no model accepts keys, the call reads nothing.
 * @param asked id of the requested model; it stays in the list and fails if its key is missing
 */
export async function organizationModels(
  db: Database,
  { models, secrets }: OperatorModels,
  { organizationId, asked }: { readonly organizationId: Id<"org">; readonly asked: string },
): Promise<readonly LanguageModel[]> {
  if (models.every(({ organizationKeys }) => organizationKeys === undefined)) return models;
  const { rows } =
    secrets.length === 0 ? { rows: [] } : await db.read({ rows: selectModelKeys(db, organizationId) });
  const own = await Promise.all(
    models.map(async (model) => {
      const row = rows.find((each) => each.model === model.id);
      if (model.organizationKeys === undefined) return model;
      if (row !== undefined) return await withOrganizationKey(db, secrets, model, row);
      if (!model.organizationKeys.areRequired) return model;
      return model.id === asked
        ? failing(model, new ModelError("needs_key", "The organization has given no key for the model."))
        : null;
    }),
  );
  return own.filter((model) => model !== null);
}

/** Sends a key only to the URL for which the key was saved. Never falls back to the operator's key. */
async function withOrganizationKey(
  db: Database,
  secrets: readonly EncryptionSecret[],
  model: LanguageModel,
  row: ModelKeyRow,
): Promise<LanguageModel> {
  const key = row.address === model.organizationKeys?.address ? await decryptKey(secrets, row, row) : null;
  const own = key === null ? undefined : model.organizationKeys?.withKey(key);
  if (own === undefined)
    return failing(
      model,
      new ModelError("key_refused", "The service can no longer use the organization's key for this model."),
    );
  return { ...own, write: (order) => recordingRejection(db, row, own.write(order)) };
}

async function* recordingRejection<T>(
  db: Database,
  row: ModelKeyRow,
  pieces: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  try {
    yield* pieces;
  } catch (error) {
    if (error instanceof ModelError && error.kind === "key_refused" && row.refusedAt === null)
      await recordRejection(db, row);
    throw error;
  }
}

/**
 * Records that the provider rejected the key. Best effort: a failure is logged and does not delay the answer.
 */
async function recordRejection(db: Database, row: ModelKeyRow): Promise<void> {
  try {
    await db.write([recordRejectedKey(db, row, new Date())]);
  } catch {
    log("warn", "key_rejection_not_recorded", { organizationId: row.organizationId, model: row.model });
  }
}

function failing(model: LanguageModel, fault: ModelError): LanguageModel {
  return {
    ...model,
    // oxlint-disable-next-line require-yield -- it has nothing to say
    write: async function* () {
      throw fault;
    },
  };
}
