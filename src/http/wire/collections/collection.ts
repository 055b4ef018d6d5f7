import * as z from "zod";
import type { TreeNode } from "../../../domain/collection.ts";
import { etagOf } from "../../../domain/etag.ts";
import type { CollectionRow } from "../../../storage/d1/collections/collections.ts";
import type { ForestRow } from "../../../storage/d1/users/forest.ts";
import { idBytes, pathBytes, presentId } from "../identifier.ts";
import { metadata, presentMetadata } from "../values.ts";

const bareFields = {
  collectionKind: z.enum(["root", "favorites", "organization", "personal", "collection"]),
  description: z.string(),
  etag: z.string(),
  icon: z.string(),
  id: idBytes,
  label: z.string(),
  lifecycleState: z.enum(["active", "deleted"]),
  organizationId: idBytes,
  tenantId: idBytes,
  path: pathBytes,
  version: z.int(),
};

/** A node of the collection tree, without `metadata`. */
export const bareCollection = z.object(bareFields);
export const collection = z.object({ ...bareFields, metadata });

/** @param visiblePath ids from the topmost readable collection to this one */
export function presentBareCollection(
  row: CollectionRow | ForestRow,
  visiblePath: readonly string[],
): z.input<typeof bareCollection> {
  return {
    collectionKind: row.kind,
    description: row.description,
    etag: etagOf(row.id, row.version),
    icon: row.icon,
    id: presentId(row.id),
    label: row.label,
    lifecycleState: row.lifecycleState,
    organizationId: presentId(row.organizationId),
    tenantId: presentId(row.tenantId),
    path: visiblePath.map(presentId),
    version: row.version,
  };
}

export function presentCollection(
  row: CollectionRow,
  visiblePath: readonly string[],
): z.input<typeof collection> {
  return { ...presentBareCollection(row, visiblePath), metadata: presentMetadata(row) };
}

/** A node of the collection tree, with the same shape at every level. */
export const treeNode = z.object({
  collection: bareCollection,
  get children() {
    return z.array(treeNode);
  },
});

export interface WireTreeNode {
  readonly collection: z.input<typeof bareCollection>;
  readonly children: WireTreeNode[];
}

export function presentTree(nodes: readonly TreeNode<ForestRow>[]): WireTreeNode[] {
  return nodes.map((node) => ({
    collection: presentBareCollection(node.collection, node.visiblePath),
    children: presentTree(node.children),
  }));
}

/** Marks an incomplete tree. */
export const treeTruncated = z
  .literal(true)
  .optional()
  .meta({ description: "The tree is incomplete: `GET /v1/users/self/collection-tree` returns the rest." });

export function presentTruncation({ isTruncated }: { readonly isTruncated: boolean }): {
  collectionTreeTruncated?: true;
} {
  return isTruncated ? { collectionTreeTruncated: true } : {};
}
