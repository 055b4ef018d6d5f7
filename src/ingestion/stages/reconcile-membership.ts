import type { Stage } from "../pipeline-run.ts";
import { indexDeadline } from "./index-text.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

/**
 * Updates membership and name in the index if they changed after the run read them. A concurrent update may
 * have reached the index before the text did. In other modes the last commit enqueues this update.
 */
export const reconcileMembership: Stage = {
  name: "reconcile-membership",
  deadline: { ...indexDeadline, ms: MS_PER_MINUTE },
  modes: ["reindex"],
  run: async (
    { deps, collectionIds, indexedIn, indexedAs },
    { id: assetId, displayName, organizationId, shard },
  ) => {
    const isNamed = indexedAs === displayName;
    const isSame =
      isNamed &&
      indexedIn !== null &&
      collectionIds.length === indexedIn.length &&
      collectionIds.every((id) => indexedIn.includes(id));
    if (!isSame)
      await deps.index(organizationId, shard).setAssetCollections({ assetId, collectionIds, displayName });
    return {};
  },
};
