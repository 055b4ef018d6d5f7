import { type Authorized, requireAction, type WithGrants } from "./authorized.ts";
import { UPLOAD_PENDING } from "./asset.ts";
import { ServiceError } from "./errors.ts";

/** Collections and assets to add to the scope of a thread or to remove from it, by string id. */
export interface ScopeTargets {
  readonly collectionIds: readonly string[];
  readonly assetIds: readonly string[];
}

interface Home {
  readonly path: string;
  readonly organizationId: string;
}

interface Attached extends WithGrants {
  readonly id: string;
  readonly organizationId: string;
}

type AttachedCollection = Attached & { readonly path: string };
type AttachedAsset = Attached & { readonly isUnderHome: number; readonly awaitsBytes: number };

/**
 * Requires that the caller may attach all targets to a thread in this home collection, whose readers can see
 * the scope. Outside the subtree of the home collection, the caller needs `share`. Inside it, `read`
 * suffices.
 * @param found the existing targets with the caller's grants
 * @throws ServiceError `not_found`, `permission_denied`
 * @throws ServiceError `failed_precondition` for a collection or asset of another organization, or an asset
 * with a pending upload
 */
export function requireAttachable(
  home: Home,
  wanted: ScopeTargets,
  found: { readonly collections: readonly AttachedCollection[]; readonly assets: readonly AttachedAsset[] },
): void {
  const collections = new Map(found.collections.map((collection) => [collection.id, collection]));
  for (const id of wanted.collectionIds) {
    const collection = requireReadable(home, collections.get(id), "collection");
    if (!collection.path.startsWith(home.path)) requireAction(collection, "share", "collection");
  }
  const assets = new Map(found.assets.map((asset) => [asset.id, asset]));
  for (const id of wanted.assetIds) {
    const asset = requireReadable(home, assets.get(id), "asset");
    if (!asset.isUnderHome) requireAction(asset, "share", "asset");
    if (asset.awaitsBytes === 1) throw new ServiceError("failed_precondition", UPLOAD_PENDING);
  }
}

function requireReadable<T extends Attached>(
  home: Home,
  record: T | undefined,
  what: string,
): Authorized<T, "read"> {
  const readable = requireAction(record, "read", what);
  if (readable.organizationId === home.organizationId) return readable;
  throw new ServiceError(
    "failed_precondition",
    "All assets and collections in a thread's scope must belong to the thread's organization.",
  );
}
