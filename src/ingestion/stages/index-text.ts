import { type Stage, textOf } from "../pipeline-run.ts";
import { INDEXING } from "../progress-fields.ts";
import { Superseded } from "../superseded.ts";

export const indexDeadline = { ms: 120_000, name: "Making the text searchable" };

/** The asset's chunks take the place of those of an earlier run in the index. */
export const indexText: Stage = {
  name: "index-text",
  deadline: indexDeadline,
  lanes: ["memory", "steps", "renewed"],
  isDone: ({ isIndexed }) => isIndexed,
  shows: { step: "processing", message: INDEXING },
  run: async (run, { id: assetId, run: number, displayName, organizationId, shard }) => {
    const { collectionIds, document, deps } = run;
    const { version, textKey, chunksKey } = textOf(run);
    const content = document === null ? {} : { content: document.content };
    const input = { assetId, run: number, version, displayName, collectionIds, textKey, chunksKey, ...content };
    const { outcome } = await deps.index(organizationId, shard).replaceAsset(input);
    if (outcome === "older_run") throw new Superseded("a later run is in the index");
    run.indexedIn = collectionIds;
    run.indexedAs = displayName;
    return run.lane === "memory" ? {} : { kept: { isIndexed: true } };
  },
};
