import type { Page, SortTerm } from "../../domain/page.ts";
import { selectParked, type ParkedJob } from "../../storage/d1/service/outbox.ts";
import type { Context } from "../context/context.ts";

export const JOB_SORT_FIELDS = ["parkedAt"] as const;

export interface ListJobsInput extends Page {
  /** Sort order. Empty means that the job parked first comes first. */
  readonly sort: readonly SortTerm<(typeof JOB_SORT_FIELDS)[number]>[];
}

export interface JobPage {
  /** Number of all parked jobs. */
  readonly count: number;
  readonly jobs: readonly ParkedJob[];
}

/** Lists parked jobs page by page. They wait until an operator releases them. */
export async function listJobs({ db }: Context, { sort, ...page }: ListJobsInput): Promise<JobPage> {
  const { total, jobs } = await db.read(selectParked(db, page, sort[0]?.descending ?? false));
  return { count: total[0]?.count ?? 0, jobs };
}
