import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { ANSWER_MODEL_STATES, listAnswerModels } from "../../../services/service/list-answer-models.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

export const listAnswerModelsOperation = defineOperation({
  id: "listAnswerModels",
  method: "GET",
  path: "/v1/organizations/{organizationId}/models",
  audience: "user",
  access: "Any right on a collection of the organization",
  tag: "service",
  summary: "The models that a question may name.",
  description:
    "The operator's language models in order of preference, then `extractive`, which answers with quotes only. A question without " +
    "a model gets the best one that is ready. The list shows no key.",
  params: z.object({ organizationId: idParam("org") }),
  message: ({ data }) => `${countOf(data.models.length, "model")} found.`,
  data: z.object({
    models: z.array(
      z.object({
        model: z.string().meta({ description: "The value of `model` in a question." }),
        label: z.string().meta({ description: "The operator's name for people; else the `model`." }),
        state: z.enum(ANSWER_MODEL_STATES).meta({
          description:
            "`needs_key`: the model takes only a key of the organization, which has none. `key_refused`: the provider rejected the " +
            "organization's key, or the model has moved.",
        }),
        usesOrganizationKey: z
          .boolean()
          .meta({ description: "Whether the model runs with a key of the organization." }),
      }),
    ),
  }),
  async handle(ctx, { params }) {
    return { data: { models: [...(await listAnswerModels(ctx, params.organizationId))] } };
  },
});
