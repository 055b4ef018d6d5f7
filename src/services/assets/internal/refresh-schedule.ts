import { CommitConflict } from "../../../domain/conflicts.ts";
import { MAX_COLLECTIONS_PER_ORGANIZATION, MAX_DEPTH } from "../../../domain/collection.ts";
import { MAX_RUNNING_CRAWLS } from "../../../domain/site-crawl.ts";
import { ServiceError } from "../../../domain/errors.ts";
import { MAX_REFRESHED_PAGES } from "../../../domain/page-refresh.ts";
import { mayScheduleRefresh } from "../../../storage/d1/assets/page-refreshes.ts";
import type { Assertion } from "../../../storage/d1/core/commit.ts";

const TOO_MANY = `An organization can schedule refreshes of at most ${MAX_REFRESHED_PAGES} pages.`;

const TOO_MANY_CRAWLS = `An organization can crawl at most ${MAX_RUNNING_CRAWLS} sites at the same time.`;
const NO_ROOM = `An organization can have at most ${MAX_COLLECTIONS_PER_ORGANIZATION} collections.`;

/** If this change schedules a refresh, asserts that the organization may have one more scheduled page. */
export function refreshScheduleAsserts(every: number, organizationId: string, assetId: string): Assertion[] {
  return every === 0 ? [] : [{ name: "few_scheduled", holds: mayScheduleRefresh(organizationId, assetId) }];
}

/**
 * Throws the error of a failed schedule or crawl assertion.
 * @throws ServiceError for an exceeded limit, otherwise `error` itself
 */
export function throwScheduleError(error: unknown): never {
  const assertion = error instanceof CommitConflict ? error.assertion : null;
  if (assertion === "few_scheduled") throw new ServiceError("resource_exhausted", TOO_MANY, { cause: error });
  if (assertion === "few_crawls")
    throw new ServiceError("resource_exhausted", TOO_MANY_CRAWLS, { cause: error });
  if (assertion === "organization_has_room")
    throw new ServiceError("resource_exhausted", NO_ROOM, { cause: error });
  if (assertion === "depth")
    throw new ServiceError("failed_precondition", `Collections can nest at most ${MAX_DEPTH} levels deep.`, {
      cause: error,
    });
  throw error;
}
