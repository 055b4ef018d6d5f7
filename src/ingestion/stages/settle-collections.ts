import type { Stage } from "../pipeline-run.ts";
import { indexDeadline } from "./index-text.ts";

/**
 * The collections and the name may have changed since they were read for the index, and what told it of that may have come before the text did.
 * Who ends a run orders that with its end.
 */
export const settleCollections: Stage = {
  name: "settle-collections",
  deadline: { ...indexDeadline, ms: 60_000 },
  lanes: ["renewed"],
  run: async ({ deps, collectionIds, indexedIn, indexedAs }, { id: assetId, displayName, organizationId, shard }) => {
    const isNamed = indexedAs === displayName;
    const isSame =
      isNamed && indexedIn !== null && collectionIds.length === indexedIn.length && collectionIds.every((id) => indexedIn.includes(id));
    if (!isSame) await deps.index(organizationId, shard).setAssetCollections({ assetId, collectionIds, displayName });
    return {};
  },
};
