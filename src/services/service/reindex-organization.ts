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

export interface ReindexResult {
  readonly indexed: number;
  /** Assets whose stored text is lost or damaged, so no index can have it. */
  readonly missing: readonly Id<"asset">[];
  /** Cursor for the next call, "" at the end. */
  readonly cursor: string;
}

/** Rebuilds the index of an organization from D1 and R2. Each call indexes a limited number of assets. */
export async function reindexOrganization(ctx: Context, input: ReindexInput): Promise<ReindexResult> {
  const { organizationId, cursor } = input;
  if (cursor === "") await ctx.platform.index(organizationId, 0).clear();
  const { assets } = await ctx.db.read({
    assets: selectIndexedAssets(ctx.db, organizationId, cursor, ASSETS_PER_CALL),
  });
  const missing: Id<"asset">[] = [];
  for (const { id, shard, collectionIds, ...rest } of assets) {
    const input = { ...rest, assetId: id, collectionIds: parseStrings(collectionIds) };
    try {
      await ctx.platform.index(organizationId, shard).replaceAsset(input);
    } catch (error) {
      if (!isUnusableText(error)) throw error;
      missing.push(id);
    }
  }
  return {
    indexed: assets.length - missing.length,
    missing,
    cursor: assets.length < ASSETS_PER_CALL ? "" : (assets.at(-1)?.id ?? ""),
  };
}

/**
 * Whether the index could not use a stored text. One lost text must not keep the other documents out of the
 * index. RPC keeps an error's code, not its class.
 */
function isUnusableText(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "failed_precondition";
}
