import * as z from "zod";
import type { Claimed } from "../../../services/sharing/claim-invitation.ts";
import { presentTree, presentTruncation, treeNode, treeTruncated } from "../collections/collection.ts";
import { text } from "../fields.ts";
import { idBytes, presentId } from "../identifier.ts";

/** An invitation in a path: its token id as text, or its public token. */
export const claimToken = text(1, 200).meta({
  description: "The invitation's `publicToken`, or its token id as a string.",
});

export const claimResult = z.object({
  successfulGrants: z.array(idBytes).meta({ description: "The collections with all invited grants." }),
  trees: z.array(treeNode).meta({ description: "The readable part of them, at most 1,000 nodes." }),
  collectionTreeTruncated: treeTruncated,
  unsuccessfulGrants: z.array(
    z.object({
      collectionId: idBytes,
      failureReason: z.string(),
      granted: z.boolean().meta({ description: "Whether the caller holds some of the invited grants." }),
    }),
  ),
});

export function presentClaimResult({
  collectionIds,
  forest,
  unsuccessful,
}: Claimed): z.input<typeof claimResult> {
  return {
    successfulGrants: collectionIds.map(presentId),
    trees: presentTree(forest.nodes),
    ...presentTruncation(forest),
    unsuccessfulGrants: unsuccessful.map((failure) => ({
      ...failure,
      collectionId: presentId(failure.collectionId),
    })),
  };
}
