import * as z from "zod";
import { parseGranted } from "../../../domain/access.ts";
import type { AssetView } from "../../../storage/d1/assets/assets.ts";
import type { VisibleAssetRow } from "../../../storage/d1/assets/visible-assets.ts";

export interface ParentCollection {
  readonly collectionId: string;
  readonly flags: readonly string[];
}

export interface ViewedAsset {
  readonly asset: AssetView;
  /** Collections of the asset that the caller may read, oldest link first, with the flags of each link. */
  readonly parentCollections: readonly ParentCollection[];
}

/** Three lists of equal length: collection ids, link ids, and the flags of each link. */
const linkLists = z.tuple([z.array(z.string()), z.array(z.string()), z.array(z.array(z.string()))]);

/**
 * Returns an asset as the caller may see it. The caller's rights on an asset are their rights on its
 * collections.
 */
export function toAssetView(
  { heldBy, ...row }: VisibleAssetRow,
  readable: ReadonlyMap<string, { readonly granted: string | null }>,
): ViewedAsset {
  const [ids, links, flags] = linkLists.parse(JSON.parse(heldBy));
  const all = ids.map((collectionId, at) => ({
    link: links[at] ?? "",
    collectionId,
    given: flags[at] ?? [],
  }));
  const seen = all
    .filter(({ collectionId }) => readable.has(collectionId))
    .toSorted((a, b) => (a.link < b.link ? -1 : 1));
  const parentCollections = seen.map(({ collectionId, given }): ParentCollection => ({
    collectionId,
    flags: given,
  }));
  const granted = new Set(
    parentCollections.flatMap(({ collectionId }) =>
      parseGranted(readable.get(collectionId)?.granted ?? null),
    ),
  );
  const collectionIds = JSON.stringify(parentCollections.map(({ collectionId }) => collectionId));
  // Lists do not show the parent asset.
  return {
    asset: { ...row, granted: [...granted].join(",") || null, collectionIds, parentAssetId: null },
    parentCollections,
  };
}
