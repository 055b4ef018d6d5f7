import * as z from "zod";

const targets = z.object({ collectionIds: z.array(z.string()), assetIds: z.array(z.string()) });

/** What a scope change really does: kept by D1 with its id, as the thread does not tell afterwards what was new. */
export const scopeChangePlan = z.object({
  homeId: z.string(),
  added: targets,
  removed: targets,
  world: z.object({ before: z.boolean(), after: z.boolean() }),
});
export type ScopeChangePlan = z.output<typeof scopeChangePlan>;
