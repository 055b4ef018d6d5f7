import { isAction } from "../../../domain/access.ts";
import type { EffectiveGrant } from "../../../storage/d1/assets/visible-assets.ts";

interface Place {
  readonly id: string;
  readonly path: string;
}

/** Rights of the caller on a collection, as in `CollectionView`. */
export interface CollectionRights {
  readonly granted: string;
  readonly hidden: number;
}

/** Returns the caller's views of collections, by id. Includes only collections with a grant on their path. */
export function toCollectionViews<P extends Place>(
  places: readonly P[],
  grants: readonly EffectiveGrant[],
): Map<string, P & CollectionRights> {
  const known = grants.filter(({ action }) => isAction(action));
  const actionsOn = Map.groupBy(known, ({ collectionId }) => collectionId);
  const seen = places.flatMap((place): (P & CollectionRights)[] => {
    const along = place.path.split("/").map((id) => actionsOn.get(id));
    const hidden = along.findIndex((found) => found !== undefined);
    if (hidden === -1) return [];
    const granted = new Set(along.flatMap((found) => found?.map(({ action }) => action) ?? []));
    return [{ ...place, granted: [...granted].join(","), hidden }];
  });
  return new Map(seen.map((place) => [place.id, place]));
}

/** Returns the last collection of each path. */
export function collectionsAt(paths: readonly string[]): Place[] {
  return [...new Set(paths)].map((path) => ({ id: path.split("/").at(-2) ?? "", path }));
}
