import * as z from "zod";
import { ACTIONS } from "../../domain/access.ts";
import { parseId } from "../../domain/ids.ts";
import type { Rehearsal } from "../../domain/rehearsal.ts";
import type { NamedEffect } from "../../services/context/name-effects.ts";

const actions = z.array(z.enum(ACTIONS));
const count = z.int().min(0);

const effect = z.object({
  who: z
    .object({ kind: z.enum(["user", "invitation", "guest"]), id: z.string(), displayName: z.string(), email: z.string() })
    .meta({ description: "A user, by name; an invitation, by address; or anyone who holds a thread's public link." }),
  on: z.object({ kind: z.enum(["collection", "asset", "thread"]), id: z.string(), label: z.string() }),
  gained: actions,
  lost: actions,
});

/** What a call with `dryRun=true` answers: who would gain and lose what. */
export const rehearsal = z.object({
  dryRun: z.literal(true),
  changes: z.boolean().meta({ description: "Whether anything would be written." }),
  effects: z.array(effect).meta({ description: "At most 200: collections from the top down, then assets and threads." }),
  count: count.meta({ description: "How many effects there are on what was looked at." }),
  unnamed: count.meta({
    description:
      "How many of them are about others whom you may not list: those take `share` on every collection that the change is about, as `GET /v1/collection-access` does.",
  }),
  reach: z
    .object({ collections: count, assets: count, threads: count })
    .meta({ description: "What is within reach of the change; an asset or thread counts for each collection that holds it." }),
  lookedAt: z
    .object({ collections: count, records: count })
    .meta({ description: "So many collections were looked at, from the top down, and so many assets and threads each, at most." }),
});

/** `dryRun=true`: only say what would happen. */
export const dryRunQuery = z.object({ dryRun: z.enum(["true", "false"]).optional() });

/** The answer of an operation that can be rehearsed. */
export function orRehearsal<D extends z.ZodType>(data: D) {
  return z.union([data, rehearsal]);
}

export function presentRehearsal(
  { changes, count: total, unnamed, reach, limits }: Rehearsal,
  effects: readonly NamedEffect[],
): z.input<typeof rehearsal> {
  return { dryRun: true, changes, effects: effects.map(presentEffect), count: total, unnamed, reach, lookedAt: limits };
}

function presentEffect({ who, email, whoIsCalled, kind, targetId, targetIsCalled, gained, lost }: NamedEffect): z.input<typeof effect> {
  // Invitations and links have identifiers of one kind; only an invitation is for an address.
  const of = email !== "" ? "invitation" : parseId("user", who) === null ? "guest" : "user";
  return {
    who: { kind: of, id: who, displayName: whoIsCalled, email },
    on: { kind, id: targetId, label: targetIsCalled },
    gained: [...gained],
    lost: [...lost],
  };
}
