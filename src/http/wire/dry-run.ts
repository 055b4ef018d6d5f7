import * as z from "zod";
import { ACTIONS } from "../../domain/access.ts";
import { parseId } from "../../domain/ids.ts";
import type { DryRun } from "../../domain/dry-run.ts";
import type { LabeledEffect } from "../../services/context/label-effects.ts";

const actions = z.array(z.enum(ACTIONS));
const count = z.int().min(0);

const effect = z.object({
  who: z
    .object({
      kind: z.enum(["user", "invitation", "guest"]),
      id: z.string(),
      displayName: z.string(),
      email: z.string(),
    })
    .meta({ description: "A user, an invitation by address, or the guests of a public link." }),
  on: z.object({ kind: z.enum(["collection", "asset", "thread"]), id: z.string(), label: z.string() }),
  gained: actions,
  lost: actions,
});

/** The result of `dryRun=true`: gained and lost access. */
export const dryRun = z.object({
  dryRun: z.literal(true),
  changes: z.boolean().meta({ description: "Whether the call would change anything." }),
  effects: z
    .array(effect)
    .meta({ description: "At most 200: collections from the top down, then assets and threads." }),
  count: count.meta({ description: "Number of effects on the inspected records." }),
  unnamed: count.meta({
    description:
      "Number of effects on users that you may not list. Listing them needs `share` on every affected collection, as in `GET /v1/collection-access`.",
  }),
  reach: z.object({ collections: count, assets: count, threads: count }).meta({
    description:
      "Records within the impact scope of the change. An asset or thread counts once for each of its collections.",
  }),
  lookedAt: z.object({ collections: count, records: count }).meta({
    description: "Limits of the inspection: collections from the top down, and assets and threads.",
  }),
});

/** Query parameter `dryRun=true`, which requests a report of the effects without a change. */
export const dryRunQuery = z.object({ dryRun: z.enum(["true", "false"]).optional() });

/** The response of an operation with dry runs. */
export function orDryRun<D extends z.ZodType>(data: D) {
  return z.union([data, dryRun]);
}

export function presentDryRun(
  { changes, count: total, unnamed, reach, limits }: DryRun,
  effects: readonly LabeledEffect[],
): z.input<typeof dryRun> {
  return {
    dryRun: true,
    changes,
    effects: effects.map(presentEffect),
    count: total,
    unnamed,
    reach,
    lookedAt: limits,
  };
}

function presentEffect({
  subjectId: who,
  email,
  subjectName,
  kind,
  targetId,
  targetName,
  gained,
  lost,
}: LabeledEffect): z.input<typeof effect> {
  // Invitations and public links have ids of the same kind, but only an invitation has an address.
  const of = email !== "" ? "invitation" : parseId("user", who) === null ? "guest" : "user";
  return {
    who: { kind: of, id: who, displayName: subjectName, email },
    on: { kind, id: targetId, label: targetName },
    gained: [...gained],
    lost: [...lost],
  };
}
