import type { ReplaceAssetInput } from "../../knowledge-index/api.ts";
import { type PipelineRun, type Stage, runText } from "../pipeline-run.ts";
import { INDEXING } from "../progress-fields.ts";
import { StaleRun } from "../stale-run.ts";

export const indexDeadline = { ms: 120_000, name: "Making the text searchable" };

/** Sends the asset's chunks to the index, where they replace the chunks of an earlier run. */
export const indexText: Stage = {
  name: "index-text",
  deadline: indexDeadline,
  // After a timeout, the next attempt continues from the saved progress.
  longDeadline: { ms: 480_000, name: indexDeadline.name },
  modes: ["in_memory", "staged", "reindex"],
  isDone: ({ isIndexed }) => isIndexed,
  shows: { step: "processing", message: INDEXING },
  run: async (run, { displayName, organizationId, shard }) => {
    const { collectionIds, deps } = run;
    const { outcome } = await deps.index(organizationId, shard).replaceAsset(indexInputOf(run));
    if (outcome === "older_run") throw new StaleRun("a later run is in the index");
    run.indexedIn = collectionIds;
    run.indexedAs = displayName;
    return run.mode === "in_memory" ? {} : { kept: { isIndexed: true } };
  },
};

/** Returns the index input of a run with a stored text. */
export function indexInputOf(run: PipelineRun): ReplaceAssetInput {
  const { asset, collectionIds, document } = run;
  const { version, textKey, chunksKey } = runText(run);
  const content = document === null ? {} : { content: document.content };
  return {
    assetId: asset.id,
    run: asset.run,
    version,
    displayName: asset.displayName,
    collectionIds,
    textKey,
    chunksKey,
    ...content,
  };
}
