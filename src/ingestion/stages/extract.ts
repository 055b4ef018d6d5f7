import { ExtractionError } from "../../domain/extraction-error.ts";
import { UNSUPPORTED } from "../../domain/media-type.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import type { Progress } from "../record-progress.ts";
import { sourceBytes } from "../source-bytes.ts";
import { MAX_PARSED_BYTES } from "../extract/file-types.ts";
import type { Extraction } from "../extraction/extraction-stream.ts";
import { readLongText } from "../extraction/read-long-text.ts";
import type { Changes, PipelineRun, Stage } from "../pipeline-run.ts";
import { INDEXING, startedStep, textFields } from "../progress-fields.ts";
import { findCachedExtraction } from "../extraction/find-cached-extraction.ts";
import { extractInline, storeSmall } from "../small-document.ts";
import { storeExtraction, type StoredExtraction } from "../store-extraction.ts";

/** Extracts the text with passages, keywords and summary, stores them in R2, and records them in D1. */
export const extract: Stage = {
  name: "extract",
  deadline: { ms: 180_000, name: "Reading the text" },
  longDeadline: { ms: 600_000, name: "Reading the text" },
  modes: ["in_memory", "staged"],
  isDone: (job) => job.text !== null,
  shows: { step: "extract", message: "Reading the text." },
  run: async (run, asset) => {
    try {
      return await read(run, asset);
    } catch (error) {
      if (
        !(error instanceof ExtractionError && error.othersMay && run.deps.externalTypes.includes(UNSUPPORTED))
      )
        throw error;
      return { mode: "delegated" };
    }
  },
};

/** @throws ExtractionError */
async function read(run: PipelineRun, asset: AssetRow): Promise<Changes> {
  const { bucket, sandbox } = run.deps;
  const { contentType, originalFileName, organizationId } = asset;
  // Equal bytes in one organization are extracted only once.
  const before = async () => await findCachedExtraction(run.deps, asset, run.job.sha256 ?? "");
  if (run.source !== null) {
    const source = { bytes: run.source, contentType, originalFileName };
    const reading =
      (await extractInline(source)) ??
      (await before()) ??
      (await sandbox.read(source, organizationId, run.clock));
    run.document = await storeSmall(bucket, asset, reading);
    // The limit of the text is separate, because a small file may contain a large text.
    return run.document === null ? { mode: "staged" } : { progress: progressOf(run, asset, run.document) };
  }
  const stored = await storeExtraction(bucket, asset, (await before()) ?? (await extractStored(run, asset)));
  const { version, textKey, chunksKey, keywords, summary, entryCount, note } = stored;
  return {
    progress: progressOf(run, asset, stored),
    kept: { text: { version, textKey, chunksKey, keywords: [...keywords], summary, entryCount, note } },
  };
}

/** Extracts the text of the stored bytes. A text that exceeds memory is extracted in segments. */
export async function extractStored(
  { deps: { bucket, sandbox }, clock }: Pick<PipelineRun, "deps" | "clock">,
  asset: AssetRow,
): Promise<Extraction> {
  if (asset.fileSize > MAX_PARSED_BYTES)
    return await readLongText(bucket, asset, sandbox, { queueWait: clock });
  const { contentType, originalFileName, organizationId } = asset;
  const bytes = async () => await sourceBytes(bucket, asset);
  return await sandbox.read({ bytes, contentType, originalFileName }, organizationId, clock);
}

function progressOf({ job, source }: PipelineRun, asset: AssetRow, stored: StoredExtraction): Progress {
  const { version, textKey, chunksKey, tokens } = stored;
  const now = new Date();
  return {
    steps: {
      extract: { completedAt: now, statusCode: 200, message: "" },
      summarize: startedStep(now, job.attempts),
    },
    fields: { ...textFields(asset, job.sha256 ?? "", stored), processingMessage: INDEXING },
    text: { assetId: asset.id, version, textKey, chunksKey, createdAt: now },
    units: tokens,
    // After a crash, an attempt in `staged` mode does not know whether an earlier commit counted the text.
    isCounted: source === null,
  };
}
