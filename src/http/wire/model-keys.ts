import * as z from "zod";
import type { KeyedModel } from "../../services/service/list-model-keys.ts";
import { idString } from "./identifier.ts";
import { nullableTimestamp, presentMoment, timestamp } from "./values.ts";

/** The public data of a model key, never the key itself. */
export const listedModelKeys = z.object({
  models: z.array(
    z.object({
      model: z.string().meta({ description: "Its `id` in the operator's list." }),
      isNeeded: z.boolean().meta({ description: "Whether the model requires the organization's key." }),
      key: z
        .object({
          name: z.string(),
          ending: z
            .string()
            .meta({ description: "The last four characters; empty for a key below 20 characters." }),
          givenBy: idString("user"),
          givenAt: timestamp,
          refusedAt: nullableTimestamp.meta({
            description: "Time of the provider's first rejection: supply another key.",
          }),
          isUsed: z.boolean().meta({
            description:
              "false if the operator removed the model or changed its URL: supply the key again, or delete it.",
          }),
        })
        .nullable()
        .meta({ description: "null without a key." }),
    }),
  ),
});

export function presentModelKeys(models: readonly KeyedModel[]): z.input<typeof listedModelKeys> {
  return {
    models: models.map(({ model, isNeeded, key }) => ({
      model,
      isNeeded,
      key: key === null ? null : presentKey(key),
    })),
  };
}

function presentKey({ name, ending, givenBy, givenAt, refusedAt, isUsed }: NonNullable<KeyedModel["key"]>) {
  return {
    name,
    ending,
    givenBy,
    givenAt: givenAt.toISOString(),
    refusedAt: presentMoment(refusedAt),
    isUsed,
  };
}
