import { MAX_COLLECTIONS_PER_ORGANIZATION, MAX_DEPTH } from "../../../domain/collection.ts";
import { type Id, newId } from "../../../domain/ids.ts";
import type { SiteCrawlMode } from "../../../domain/site-crawl.ts";
import { nameFromUrl, fileNameFromUrl } from "../../../net/name-from-url.ts";
import { insertCrawl, mayCrawl } from "../../../storage/d1/assets/crawls.ts";
import { hasCapacityBelow, insertCollection } from "../../../storage/d1/collections/insert.ts";
import type { Assertion } from "../../../storage/d1/core/commit.ts";
import type { Statement } from "../../../storage/d1/core/database.ts";
import type { Actor, Context } from "../../context/context.ts";

export interface SiteOptions {
  readonly mode: SiteCrawlMode;
  readonly maxPages: number;
  readonly maxDepth: number;
}

interface SiteCrawl {
  readonly collectionId: Id<"col">;
  readonly asserts: readonly Assertion[];
  readonly writes: readonly Statement[];
}

interface SiteInput {
  readonly options: SiteOptions;
  readonly parent: { readonly id: Id<"col">; readonly organizationId: Id<"org"> };
  readonly url: URL;
  /** Asset of the start page. */
  readonly assetId: Id<"asset">;
  readonly processInBackground: boolean;
}

/** Creates a crawl, and a collection for its pages that is named after the URL. */
export function siteCrawl({ db, now }: Context, actor: Actor, input: SiteInput): SiteCrawl {
  const { options, parent, url, assetId, processInBackground } = input;
  const { organizationId } = parent;
  const collectionId = newId("col");
  const crawl = {
    ...options,
    collectionId,
    organizationId,
    assetId,
    start: url,
    name: fileNameFromUrl(url),
    processInBackground,
  };
  const label = nameFromUrl(url.host + (url.pathname === "/" ? "" : url.pathname));
  return {
    collectionId,
    asserts: [
      ...hasCapacityBelow(parent, { depth: MAX_DEPTH, collections: MAX_COLLECTIONS_PER_ORGANIZATION }),
      { name: "few_crawls", holds: mayCrawl(organizationId) },
    ],
    writes: [
      ...insertCollection(db, { id: collectionId, label, description: "", icon: "", parent }, actor.id, now),
      ...insertCrawl(db, crawl, now),
    ],
  };
}
