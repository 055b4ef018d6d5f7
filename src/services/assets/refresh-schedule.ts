import { CommitConflict } from "../../domain/conflicts.ts";
import { ServiceError } from "../../domain/errors.ts";
import { MAX_REFRESHED_PAGES } from "../../domain/page-refresh.ts";
import { mayScheduleRefresh } from "../../storage/d1/assets/page-refreshes.ts";
import type { Assertion } from "../../storage/d1/core/commit.ts";

const TOO_MANY = `At most ${MAX_REFRESHED_PAGES} pages of an organization are fetched again by themselves.`;

/** That the organization may have one page more fetched by itself, where that is asked for. */
export function scheduleAsserts(every: number, organizationId: string, assetId: string): Assertion[] {
  return every === 0 ? [] : [{ name: "few_scheduled", holds: mayScheduleRefresh(organizationId, assetId) }];
}

/** @throws ServiceError `resource_exhausted` where the organization may not; else the error itself */
export function throwIfTooMany(error: unknown): never {
  const isFull = error instanceof CommitConflict && error.assertion === "few_scheduled";
  throw isFull ? new ServiceError("resource_exhausted", TOO_MANY, { cause: error }) : error;
}
