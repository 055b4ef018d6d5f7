import { isAction } from "../../domain/access.ts";
import type { HeldGrant } from "../../storage/d1/assets/shown-assets.ts";

interface Place {
  readonly id: string;
  readonly path: string;
}

/** What the caller holds on a collection: as `CollectionView` has it. */
export interface HeldOn {
  readonly granted: string;
  readonly hidden: number;
}

/** Collections as their caller sees them, by id: those alone on whose path one of the grants stands. */
export function seenCollections<P extends Place>(places: readonly P[], grants: readonly HeldGrant[]): Map<string, P & HeldOn> {
  const known = grants.filter(({ action }) => isAction(action));
  const actionsOn = Map.groupBy(known, ({ collectionId }) => collectionId);
  const seen = places.flatMap((place): (P & HeldOn)[] => {
    const along = place.path.split("/").map((id) => actionsOn.get(id));
    const hidden = along.findIndex((found) => found !== undefined);
    if (hidden === -1) return [];
    const granted = new Set(along.flatMap((found) => found?.map(({ action }) => action) ?? []));
    return [{ ...place, granted: [...granted].join(","), hidden }];
  });
  return new Map(seen.map((place) => [place.id, place]));
}

/** The collections at the ends of paths. */
export function placesAt(paths: readonly string[]): Place[] {
  return [...new Set(paths)].map((path) => ({ id: path.split("/").at(-2) ?? "", path }));
}
