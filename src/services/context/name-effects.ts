import type { Effect, Rehearsal } from "../../domain/rehearsal.ts";
import { findNames } from "../../storage/d1/sharing/effect-names.ts";
import type { Context } from "./context.ts";

export interface NamedEffect extends Effect {
  /** Of a user. */
  readonly whoIsCalled: string;
  readonly targetIsCalled: string;
}

/** The effects of a rehearsal with the names of users and records. What they are told of lies within the reach of a change that the caller may make. */
export async function nameEffects(ctx: Context, { effects }: Pick<Rehearsal, "effects">): Promise<NamedEffect[]> {
  if (effects.length === 0) return [];
  const ids = new Set(effects.flatMap(({ who, targetId }) => [who, targetId]));
  const { found } = await ctx.db.read({ found: findNames(ctx.db, [...ids]) });
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return effects.map((effect) => {
    return { ...effect, whoIsCalled: names.get(effect.who) ?? "", targetIsCalled: names.get(effect.targetId) ?? "" };
  });
}
