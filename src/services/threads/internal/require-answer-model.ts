import { invalidField } from "../../../domain/errors.ts";
import { isAnswerModel } from "../../../domain/extractive-model.ts";
import type { Context } from "../../context/context.ts";

/**
 * Checks that a model may write an answer: a configured language model, `extractive`, or "" for the best one.
 * @param field name of the request's field
 * @throws ServiceError `invalid_argument` for an unknown model
 */
export function requireAnswerModel(ctx: Context, model: string, field = "model"): void {
  const models = ctx.platform.languageModels().map(({ id }) => id);
  if (!isAnswerModel(model, models)) throw invalidField(field, "is not a configured model");
}
