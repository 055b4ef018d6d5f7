import type { Effect, DryRun } from "../../domain/dry-run.ts";
import { findEffectNames } from "../../storage/d1/sharing/effect-names.ts";
import type { Context } from "./context.ts";

export interface LabeledEffect extends Effect {
  /** Display name of the user. */
  readonly subjectName: string;
  readonly targetName: string;
}

/**
 * Adds the names of users and records to the effects of a dry run. The caller may see these names, because
 * they may make the change.
 */
export async function labelEffects(
  ctx: Context,
  { effects }: Pick<DryRun, "effects">,
): Promise<LabeledEffect[]> {
  if (effects.length === 0) return [];
  const ids = new Set(effects.flatMap(({ subjectId: who, targetId }) => [who, targetId]));
  const { found } = await ctx.db.read({ found: findEffectNames(ctx.db, [...ids]) });
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return effects.map((effect) => {
    return {
      ...effect,
      subjectName: names.get(effect.subjectId) ?? "",
      targetName: names.get(effect.targetId) ?? "",
    };
  });
}
