import type { Stage } from "../pipeline-run.ts";
import { RECORDING } from "../stage-clock.ts";

const WAITING = "Waiting for a processor that can read this file.";

/** Leaves the asset to an external processor. */
export const delegate: Stage = {
  name: "delegate",
  deadline: RECORDING,
  modes: ["delegated"],
  run: ({ deps, job }) => {
    const startAt = deps.writer().now;
    const processing = {
      startAt,
      completedAt: null,
      failedAt: null,
      failedReason: "",
      statusCode: 102,
      message: WAITING,
    };
    const fields = {
      sha256: job.sha256 ?? "",
      workerStrategy: "external",
      artifacts: "{}",
      processingMessage: WAITING,
      failureReason: "",
    } as const;
    return { progress: { steps: { processing }, fields, isDelegated: true }, mode: "done" };
  },
};
