import { findAssetRow, selectHolders } from "../../storage/d1/assets/assets.ts";
import type { JobStores } from "../job-context.ts";
import type { JobOf } from "../job.ts";

const ROUNDS = 5;

/**
 * Sends an asset's collections and title to its index. Concurrent updates may arrive in any order, so the job
 * then rereads the asset and repeats until nothing has changed.
 * @throws Error if the asset changes faster than the job can send updates
 */
export async function handleIndexCollections(
  { db, platform }: JobStores,
  { assetId }: JobOf<"index_collections">,
): Promise<null> {
  let sent = "";
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { assets, holders } = await db.read({
      assets: findAssetRow(db, assetId),
      holders: selectHolders(db, assetId),
    });
    const asset = assets[0];
    if (asset === undefined) return null;
    const placement = {
      assetId,
      collectionIds: holders.map((holder) => holder.collectionId).sort(),
      displayName: asset.displayName,
    };
    const news = JSON.stringify(placement);
    if (news === sent) return null;
    await platform.index(asset.organizationId, asset.shard).setAssetCollections(placement);
    sent = news;
  }
  throw new Error("the asset keeps changing");
}
