import * as z from "zod";
import type { KeyedModel } from "../../services/service/list-model-keys.ts";
import { idString } from "./identifier.ts";
import { nullableTimestamp, presentMoment, timestamp } from "./values.ts";

/** What is told of a key, which is never the key. */
export const modelKeys = z.object({
  models: z.array(
    z.object({
      model: z.string().meta({ description: "Its `id` in the operator's list." }),
      isNeeded: z.boolean().meta({ description: "It writes for the organization with such a key alone." }),
      key: z
        .object({
          name: z.string(),
          ending: z.string().meta({ description: "The last four characters; empty of a key of fewer than 20." }),
          givenBy: idString("user"),
          givenAt: timestamp,
          refusedAt: nullableTimestamp.meta({ description: "When its provider first refused it: give another one." }),
          isUsed: z
            .boolean()
            .meta({ description: "false when the operator has taken the model away or moved it: give the key again, or delete it." }),
        })
        .nullable()
        .meta({ description: "null: none was given." }),
    }),
  ),
});

export function presentModelKeys(models: readonly KeyedModel[]): z.input<typeof modelKeys> {
  return {
    models: models.map(({ model, isNeeded, key }) => ({ model, isNeeded, key: key === null ? null : presentKey(key) })),
  };
}

function presentKey({ name, ending, givenBy, givenAt, refusedAt, isUsed }: NonNullable<KeyedModel["key"]>) {
  return { name, ending, givenBy, givenAt: givenAt.toISOString(), refusedAt: presentMoment(refusedAt), isUsed };
}
