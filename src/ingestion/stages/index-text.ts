import type { ReplaceAssetInput } from "../../knowledge-index/api.ts";
import { type PipelineRun, type Stage, textOf } from "../pipeline-run.ts";
import { INDEXING } from "../progress-fields.ts";
import { Superseded } from "../superseded.ts";

export const indexDeadline = { ms: 120_000, name: "Making the text searchable" };

/** Replaces the asset's chunks of an earlier run in the index. */
export const indexText: Stage = {
  name: "index-text",
  deadline: indexDeadline,
  // Progress is kept: the next attempt continues from it.
  longDeadline: { ms: 480_000, name: indexDeadline.name },
  lanes: ["memory", "steps", "renewed"],
  isDone: ({ isIndexed }) => isIndexed,
  shows: { step: "processing", message: INDEXING },
  run: async (run, { displayName, organizationId, shard }) => {
    const { collectionIds, deps } = run;
    const { outcome } = await deps.index(organizationId, shard).replaceAsset(indexInputOf(run));
    if (outcome === "older_run") throw new Superseded("a later run is in the index");
    run.indexedIn = collectionIds;
    run.indexedAs = displayName;
    return run.lane === "memory" ? {} : { kept: { isIndexed: true } };
  },
};

/** The index input of a run with a stored text. */
export function indexInputOf(run: PipelineRun): ReplaceAssetInput {
  const { asset, collectionIds, document } = run;
  const { version, textKey, chunksKey } = textOf(run);
  const content = document === null ? {} : { content: document.content };
  return { assetId: asset.id, run: asset.run, version, displayName: asset.displayName, collectionIds, textKey, chunksKey, ...content };
}
