import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { JOB_SORT_FIELDS, listJobs } from "../../../services/service/list-jobs.ts";
import type { ParkedJob } from "../../../storage/d1/service/outbox.ts";
import { defineOperation } from "../../operation.ts";
import { idBytes, presentId } from "../../wire/identifier.ts";
import { listingQuery, pagination, presentPagination } from "../../wire/pagination.ts";
import { timestamp } from "../../wire/values.ts";

const job = z.object({
  id: idBytes,
  kind: z.string().meta({ description: "The kind, as in `POST /ops/jobs/release`." }),
  target: z.string().meta({ description: "Identifiers of the job's records, separated by slashes." }),
  attempts: z.int().min(1).meta({ description: "Number of attempts before parking." }),
  lastError: z
    .string()
    .meta({ description: "Reason of the last failure, without content; empty if unknown." }),
  parkedAt: timestamp,
});

export const listJobsOperation = defineOperation({
  id: "listJobs",
  method: "GET",
  path: "/ops/jobs",
  audience: { service: "ops" },
  access: "A service, for all jobs",
  tag: "service",
  summary: "Parked jobs.",
  description:
    "The service parks a job after 20 failures, over about 15 hours, or if it can never succeed. " +
    "`POST /ops/jobs/release` retries it. The job parked first comes first unless `sort` says " +
    "otherwise; ties by id.",
  query: z.object({
    state: z
      .enum(["parked"])
      .meta({ description: "Jobs in this state. The list omits other jobs, which finish within minutes." }),
    ...listingQuery(JOB_SORT_FIELDS),
  }),
  message: ({ data }) => `${countOf(data.pagination.count, "parked job")} found.`,
  data: z.object({ pagination, jobs: z.array(job) }),
  async handle(ctx, { query }) {
    const { count, jobs } = await listJobs(ctx, query);
    const ids = jobs.map(({ id }) => id);
    return { data: { pagination: presentPagination(query, count, ids), jobs: jobs.map(presentJob) } };
  },
});

function presentJob({ id, kind, targetId, attempts, reason, parkedAt }: ParkedJob): z.input<typeof job> {
  return {
    id: presentId(id),
    kind,
    target: targetId,
    attempts,
    lastError: reason,
    parkedAt: new Date(parkedAt).toISOString(),
  };
}
