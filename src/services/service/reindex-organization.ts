import { parseStrings } from "../../domain/asset.ts";
import type { Id } from "../../domain/ids.ts";
import { selectIndexedAssets } from "../../storage/d1/service/indexed-assets.ts";
import type { Context } from "../context/context.ts";

const ASSETS_PER_CALL = 50;

export interface ReindexInput {
  readonly organizationId: Id<"org">;
  /** Cursor that the previous call returned. "" empties the index and starts from the beginning. */
  readonly cursor: string;
}

/**
 * Rebuilds the index of an organization from D1 and R2. Each call indexes a limited number of assets.
 * @returns the cursor for the next call, "" at the end
 */
export async function reindexOrganization(
  ctx: Context,
  input: ReindexInput,
): Promise<{ indexed: number; cursor: string }> {
  const { organizationId, cursor } = input;
  if (cursor === "") await ctx.platform.index(organizationId, 0).clear();
  const { assets } = await ctx.db.read({
    assets: selectIndexedAssets(ctx.db, organizationId, cursor, ASSETS_PER_CALL),
  });
  for (const { id, shard, collectionIds, ...rest } of assets) {
    const input = { ...rest, assetId: id, collectionIds: parseStrings(collectionIds) };
    await ctx.platform.index(organizationId, shard).replaceAsset(input);
  }
  return { indexed: assets.length, cursor: assets.length < ASSETS_PER_CALL ? "" : (assets.at(-1)?.id ?? "") };
}
