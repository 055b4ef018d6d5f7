import * as z from "zod";
import { getStatus } from "../../services/get-status.ts";
import { defineOperation } from "../operation.ts";
import { nullableTimestamp, timestamp } from "../wire/values.ts";

const unmeasured = (what: string) =>
  z
    .int()
    .min(1)
    .meta({ description: `${what}: this runtime does not tell, always 1.` });

const status = z.object({
  alloc: unmeasured("Bytes in use"),
  heap_alloc: unmeasured("Heap bytes in use"),
  heap_idle: unmeasured("Idle heap bytes"),
  heap_inuse: unmeasured("Heap bytes in spans"),
  heap_sys: unmeasured("Heap bytes from the system"),
  pause_total_ns: unmeasured("Nanoseconds in garbage collection"),
  stack_inuse: unmeasured("Stack bytes"),
  sys: unmeasured("Bytes from the system"),
  total_alloc: unmeasured("Bytes ever allocated"),
  num_gc: z.int().max(2_147_483_647).meta({ description: "Garbage collections: this runtime does not tell, always 0." }),
  num_cpu: z.int().meta({ description: "Threads that run this isolate: always 1." }),
  num_goroutine: z.int().meta({ description: "Assets being processed, counted up to 1,000." }),
  fileprocStatusCheckLatencyMS: z.int().meta({ description: "Milliseconds that asking for the state of processing took." }),
  go_version: z.string().meta({ description: "There is none: empty." }),
  uptime: z.string().meta({ description: "How long this isolate has served, such as 93s." }),
  last_gc: nullableTimestamp.meta({ description: "This runtime does not tell: null." }),
  start_time: timestamp.meta({ description: "When this isolate was first asked." }),
  fileproc: z.object({
    bornAt: timestamp.meta({ description: "When this isolate was first asked." }),
    goRoutines: z.int().meta({ description: "Assets being processed, counted up to 1,000." }),
    memory: z.object({ rss: z.string(), vms: z.string() }).meta({ description: "This runtime does not tell: empty." }),
    status: z.string(),
  }),
});

export const serviceStatus = defineOperation({
  id: "getStatus",
  method: "GET",
  path: "/status",
  who: "anyone",
  access: "Anyone",
  tag: "service",
  summary: "Service status.",
  description: "The fields of a Go service; each holds the nearest thing that this runtime can measure, as its description says.",
  data: status,
  async handle(ctx) {
    const { startedAt, processing, latencyMs } = await getStatus(ctx);
    const seconds = Math.round((ctx.now.getTime() - startedAt.getTime()) / 1000);
    return {
      data: {
        alloc: 1,
        heap_alloc: 1,
        heap_idle: 1,
        heap_inuse: 1,
        heap_sys: 1,
        pause_total_ns: 1,
        stack_inuse: 1,
        sys: 1,
        total_alloc: 1,
        num_gc: 0,
        num_cpu: 1,
        num_goroutine: processing,
        fileprocStatusCheckLatencyMS: latencyMs,
        go_version: "",
        uptime: `${seconds}s`,
        last_gc: null,
        start_time: startedAt.toISOString(),
        fileproc: {
          bornAt: startedAt.toISOString(),
          goRoutines: processing,
          memory: { rss: "", vms: "" },
          status: "ok",
        },
      },
    };
  },
});
