import * as z from "zod";
import { nullableTimestamp } from "./values.ts";

const unmeasured = (what: string) =>
  z
    .int()
    .min(1)
    .meta({ description: `${what}: unknown in this runtime, always 1.` });

/** The response of `GET /status`. */
export const serviceStatusSchema = z.object({
  alloc: unmeasured("Bytes in use"),
  heap_alloc: unmeasured("Heap bytes in use"),
  heap_idle: unmeasured("Idle heap bytes"),
  heap_inuse: unmeasured("Heap bytes in spans"),
  heap_sys: unmeasured("Heap bytes from the system"),
  pause_total_ns: unmeasured("Nanoseconds in garbage collection"),
  stack_inuse: unmeasured("Stack bytes"),
  sys: unmeasured("Bytes from the system"),
  total_alloc: unmeasured("Bytes ever allocated"),
  num_gc: z
    .int()
    .max(2_147_483_647)
    .meta({ description: "Garbage collections: unknown in this runtime, always 0." }),
  num_cpu: z.int().meta({ description: "Threads of this isolate: always 1." }),
  num_goroutine: z.int().meta({ description: "Assets in processing; the count stops at 1,000." }),
  fileprocStatusCheckLatencyMS: z
    .int()
    .meta({ description: "Duration of the query for the processing state, in milliseconds." }),
  parkedJobs: z
    .int()
    .meta({ description: "Parked jobs, which wait for `POST /ops/jobs/release`; the count stops at 1,000." }),
  go_version: z.string().meta({ description: "Always empty." }),
  uptime: z.string().meta({ description: "Uptime, such as 93s; empty on Cloudflare." }),
  last_gc: nullableTimestamp.meta({ description: "Always null: unknown in this runtime." }),
  start_time: nullableTimestamp.meta({ description: "Start time of the service; null on Cloudflare." }),
  fileproc: z.object({
    bornAt: nullableTimestamp.meta({
      description: "Start time of the first process that reads files; null if unknown.",
    }),
    goRoutines: z.int().meta({ description: "Assets in processing; the count stops at 1,000." }),
    memory: z.object({ rss: z.string(), vms: z.string() }).meta({
      description: "Memory of the processes that read files, in bytes; 0 while none runs; empty if unknown.",
    }),
    status: z.string().meta({
      description:
        "State of the processes that read files: `idle` or `busy`; `disk_full` while the service rejects changes for lack of disk space; empty if unknown.",
    }),
  }),
});
