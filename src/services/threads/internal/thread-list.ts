import * as z from "zod";
import { parseGranted } from "../../../domain/access.ts";
import type { EffectiveGrant } from "../../../storage/d1/assets/visible-assets.ts";
import type { CollectionRow, CollectionView } from "../../../storage/d1/collections/collections.ts";
import type { ListedThreadRow } from "../../../storage/d1/threads/thread-listing.ts";
import { toCollectionViews } from "../../collections/internal/collection-views.ts";

/** A thread as it appears in a list. */
export interface ListedThread {
  readonly thread: ListedThreadRow;
  /** Rights of the caller on the thread's home, or `read` if only a link gives them access to the thread. */
  readonly granted: string;
  /** The thread's home and linked collections that the caller may read, with the flags of each link. */
  readonly parentCollections: readonly { readonly collectionId: string; readonly flags: readonly string[] }[];
}

export interface ThreadList {
  readonly count: number;
  readonly threads: readonly ListedThread[];
  readonly collections: readonly CollectionView[];
}

const linkList = z.array(z.tuple([z.string(), z.array(z.string())]));

interface ListedRows {
  readonly count: number;
  readonly threads: readonly ListedThreadRow[];
  readonly holding: readonly CollectionRow[];
  readonly grants: readonly EffectiveGrant[];
}

/** Returns the caller's views of threads. Omits threads that the caller may no longer read. */
export function toThreadList({ count, threads, holding, grants }: ListedRows): ThreadList {
  const readable = toCollectionViews(holding, grants);
  const seen = threads.map((thread): ListedThread => {
    const all = [[thread.homeCollectionId, []] as const, ...linkList.parse(JSON.parse(thread.links))];
    const places = all.filter(([collectionId]) => readable.has(collectionId));
    const home = readable.get(thread.homeCollectionId)?.granted ?? "";
    const granted = parseGranted(home).length === 0 ? "read" : home;
    return {
      thread,
      granted,
      parentCollections: places.map(([collectionId, flags]) => ({ collectionId, flags })),
    };
  });
  return {
    count,
    threads: seen.filter(({ parentCollections }) => parentCollections.length > 0),
    collections: [...readable.values()],
  };
}
