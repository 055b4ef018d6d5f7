import { notFound } from "../../domain/errors.ts";
import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import type { Id } from "../../domain/ids.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import { selectModelKeys, type ModelKeyRow } from "../../storage/d1/service/model-keys.ts";
import { findAnyGrant } from "../../storage/d1/sharing/grants.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export const ANSWER_MODEL_STATES = ["ready", "needs_key", "key_refused"] as const;

/** A model that a question may name. */
export interface AnswerModel {
  readonly model: string;
  readonly label: string;
  /** `needs_key` and `key_refused`: an answer fails until an owner stores another key. */
  readonly state: (typeof ANSWER_MODEL_STATES)[number];
  readonly usesOrganizationKey: boolean;
}

const QUOTES_ONLY: AnswerModel = {
  model: EXTRACTIVE_MODEL,
  label: "Quotes only",
  state: "ready",
  usesOrganizationKey: false,
};

/**
 * Lists the models that a question in the organization may name: the operator's models in their order, and
 * the extractive answerer.
 * @throws ServiceError `not_found` without any right in the organization
 */
export async function listAnswerModels(
  ctx: Context,
  organizationId: Id<"org">,
): Promise<readonly AnswerModel[]> {
  const { rows } = await readAsUser(ctx, {
    access: findAnyGrant(ctx.db, actorSql(ctx), organizationId),
    keys: selectModelKeys(ctx.db, organizationId),
  });
  if (rows.access[0]?.isHere !== 1) throw notFound("organization");
  const keys = ctx.config.modelKeySecrets.length === 0 ? [] : rows.keys;
  const listed = ctx.platform.languageModels().map((model) =>
    answerModel(
      model,
      keys.find((key) => key.model === model.id),
    ),
  );
  return [...listed, QUOTES_ONLY];
}

function answerModel(
  { id, label, organizationKeys }: LanguageModel,
  key: ModelKeyRow | undefined,
): AnswerModel {
  const shown = { model: id, label: label ?? id };
  if (organizationKeys === undefined) return { ...shown, state: "ready", usesOrganizationKey: false };
  if (key === undefined) {
    const state = organizationKeys.areRequired ? "needs_key" : "ready";
    return { ...shown, state, usesOrganizationKey: false };
  }
  // The service sends a key only to the address for which the owner stored it.
  const isRefused = key.refusedAt !== null || key.address !== organizationKeys.address;
  return { ...shown, state: isRefused ? "key_refused" : "ready", usesOrganizationKey: true };
}
