import * as z from "zod";
import type { Claimed } from "../../services/claim-invitation.ts";
import { presentTree, treeNode } from "./collection.ts";
import { idBytes, presentId } from "./identifier.ts";

export const claimResult = z.object({
  successfulGrants: z.array(idBytes).meta({ description: "The collections on which the caller holds all that was promised." }),
  trees: z.array(treeNode).meta({ description: "What the caller may read of them." }),
  unsuccessfulGrants: z.array(
    z.object({
      collectionId: idBytes,
      failureReason: z.string(),
      granted: z.boolean().meta({ description: "Whether the caller holds a part of what was promised." }),
    }),
  ),
});

export function presentClaim({ collectionIds, trees, unsuccessful }: Claimed): z.input<typeof claimResult> {
  return {
    successfulGrants: collectionIds.map(presentId),
    trees: presentTree(trees),
    unsuccessfulGrants: unsuccessful.map((failure) => ({ ...failure, collectionId: presentId(failure.collectionId) })),
  };
}
