import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { JOB_KINDS } from "../../../domain/job-kinds.ts";
import { findReleasedJobs, releaseJobs } from "../../../services/service/release-jobs.ts";
import { defineOperation } from "../../operation.ts";

export const releaseJobsOperation = defineOperation({
  id: "releaseJobs",
  method: "POST",
  path: "/ops/jobs/release",
  audience: { service: "ops" },
  access: "A service, for all jobs",
  contract: { trips: 1 },
  tag: "service",
  summary: "Retry parked jobs, 100 a call.",
  description:
    "The service parks a job after 20 failures, over about 15 hours, or if it can never succeed. " +
    "`/status` counts parked jobs in `parkedJobs`, and `GET /ops/jobs` shows the reasons. The job " +
    "parked first is released first, and the cron run executes it. Repeat while `parked` is more than " +
    "0. A repeated `Idempotency-Key` releases no further jobs.",
  changes: true,
  body: z.object({
    kind: z
      .enum(JOB_KINDS)
      .nullable()
      .default(null)
      .meta({ description: "Only jobs of this kind; null: of every kind." }),
  }),
  example: { kind: "index_collections" },
  message: ({ data }) => `${countOf(data.released, "job")} released.`,
  data: z.object({
    released: z.int().min(0).meta({ description: "Number of jobs that this call released." }),
    parked: z
      .int()
      .min(0)
      .meta({ description: "Number of remaining parked jobs; the count stops at 1,000." }),
  }),
  async handle(ctx, { body }) {
    return { data: await releaseJobs(ctx, body.kind) };
  },
  async replay(ctx) {
    return { data: await findReleasedJobs(ctx) };
  },
});
