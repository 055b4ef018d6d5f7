import * as z from "zod";
import { diskFull } from "../../../domain/errors.ts";
import type { HostState } from "../../../host.ts";
import { getStatus } from "../../../services/service/get-status.ts";
import { defineOperation } from "../../operation.ts";
import { serviceStatusSchema } from "../../wire/service-status.ts";
import { presentMoment } from "../../wire/values.ts";
import { MS_PER_SECOND } from "../../../domain/time.ts";

export const getStatusOperation = defineOperation({
  id: "getStatus",
  method: "GET",
  path: "/status",
  audience: "anyone",
  access: "Anyone",
  contract: { trips: 1 },
  tag: "service",
  summary: "Service status.",
  description:
    "The fields come from a service in Go. Each holds the closest value that this runtime can measure; see its description.",
  message: "The service is running.",
  data: serviceStatusSchema,
  async handle(ctx) {
    const { host, processing, parked, latencyMs } = await getStatus(ctx);
    return {
      ...(host?.room === 0 ? { message: diskFull().message } : {}),
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
        parkedJobs: parked,
        go_version: "",
        uptime:
          host === null
            ? ""
            : `${Math.round((ctx.now.getTime() - host.startedAt.getTime()) / MS_PER_SECOND)}s`,
        last_gc: null,
        start_time: presentMoment(host?.startedAt ?? null),
        fileproc: presentReaders(host, processing),
      },
    };
  },
});

function presentReaders(
  host: HostState | null,
  processing: number,
): z.input<typeof serviceStatusSchema>["fileproc"] {
  const readers = host?.readers;
  const state = readers === undefined ? "" : readers.busy > 0 ? "busy" : "idle";
  return {
    bornAt: presentMoment(readers?.bornAt ?? null),
    goRoutines: processing,
    memory: { rss: String(readers?.residentBytes ?? ""), vms: String(readers?.virtualBytes ?? "") },
    status: host?.room === 0 ? "disk_full" : state,
  };
}
