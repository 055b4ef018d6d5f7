import type { DataSet } from "./data/data-set.ts";
import type { EvalOptions, Variant } from "./options.ts";
import { runSet, type SetResult } from "./run-set.ts";
import { withService } from "./service/with-service.ts";

export interface RunResult extends SetResult {
  readonly variant: string;
}

/** Runs every set with every variant sequentially; each variant has its own service. */
export async function runAll(
  sets: readonly DataSet[],
  options: EvalOptions,
  tell: (line: string) => void,
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (const variant of options.variants) results.push(...(await runVariant(variant, sets, options, tell)));
  return results;
}

async function runVariant(
  variant: Variant,
  sets: readonly DataSet[],
  options: EvalOptions,
  tell: (line: string) => void,
): Promise<RunResult[]> {
  return await withService(variant.vars, async (service) => {
    const results: RunResult[] = [];
    for (const [number, set] of sets.entries()) {
      const name = options.variants.length > 1 ? `${set.name}, ${variant.name}` : set.name;
      const place = { ...service, prefix: `set-${number}`, tell: (line: string) => tell(`${name}: ${line}`) };
      results.push({ ...(await runSet(set, options, place)), variant: variant.name });
    }
    return results;
  });
}
