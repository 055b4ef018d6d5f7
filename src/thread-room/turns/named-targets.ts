import type { NamedTarget } from "../../storage/d1/threads/named-targets.ts";
import type { AcceptedInput, PromptScope } from "../api.ts";

/** The sources that a prompt names for its answer, as D1 rows. */
export function namedTargets({
  knowledge,
  scope,
}: Pick<AcceptedInput, "knowledge" | "scope">): NamedTarget[] {
  const changed =
    knowledge === null
      ? []
      : [
          ...targets("added", "collection", knowledge.addedCollectionIds),
          ...targets("added", "asset", knowledge.addedAssetIds),
          ...targets("removed", "collection", knowledge.removedCollectionIds),
          ...targets("removed", "asset", knowledge.removedAssetIds),
        ];
  return scope === null ? changed : [...changed, ...scopeTargets(scope)];
}

function scopeTargets({
  collectionIds,
  assetIds,
  mentionedCollections,
  mentionedAssets,
}: PromptScope): NamedTarget[] {
  return [
    ...targets("only", "collection", collectionIds),
    ...targets("only", "asset", assetIds),
    ...mentionedCollections.flatMap((group, grouping) => targets("mention", "collection", group, grouping)),
    ...mentionedAssets.flatMap((group, grouping) => targets("mention", "asset", group, grouping)),
  ];
}

function targets(
  role: NamedTarget["role"],
  kind: NamedTarget["kind"],
  ids: readonly string[],
  grouping = 0,
): NamedTarget[] {
  return ids.map((targetId) => ({ role, kind, grouping, targetId }));
}
