import { composeNote } from "../extract/compose-note.ts";
import { placementOf, type Stage, runText } from "../pipeline-run.ts";
import { INDEXING, readyFields } from "../progress-fields.ts";
import { RECORDING } from "../stage-clock.ts";

/** Records keywords and summary from the extraction and makes the asset ready. */
export const summarize: Stage = {
  name: "summarize",
  deadline: RECORDING,
  modes: ["in_memory", "staged"],
  shows: { step: "processing", message: INDEXING },
  run: (run) => {
    const now = new Date();
    const done = { completedAt: now, statusCode: 200, message: "" };
    const ready = readyFields(runText(run), now);
    const fields = { ...ready, processingMessage: composeNote([ready.processingMessage, run.job.note]) };
    return {
      progress: {
        steps: { summarize: done, processing: done },
        ends: "finish",
        fields,
        indexed: placementOf(run),
      },
    };
  },
};
