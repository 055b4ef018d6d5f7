import { progressOf } from "../../domain/asset-progress.ts";
import { presentNullableString, summarizeAsset } from "../../domain/asset-summary.ts";
import type { NotesProgress } from "../../answering/notes-job.ts";
import type { AssetProgress, AssetSummary, EventOf, ThreadEvent } from "../../domain/events.ts";
import { newId, SERVICE_USER_ID } from "../../domain/ids.ts";
import { cutText } from "../../text/cut-text.ts";
import type { AssetView } from "../../storage/d1/assets/assets.ts";
import type { WatchedAsset } from "../../storage/d1/assets/watchers.ts";
import { bytes, dated, type EventRef, placed } from "./event-fields.ts";
import type { ScopeChangePlan, Turn } from "../queue/turn-store.ts";

type KnowledgeChange = EventOf<"knowledgeChangeV1">;

/** Maximum length of a text about an asset in an event, in UTF-16 code units. */
const MAX_TEXT = 1_000;

/** The event of a scope change. It shows only assets in the subtree of the thread's home collection. */
export function changeEvent(
  turn: Turn,
  { added, removed, world }: ScopeChangePlan,
  summaries: readonly AssetView[],
): ThreadEvent {
  const shown = new Map<string, ReturnType<typeof briefSummary>>(
    summaries.map((asset) => [asset.id, briefSummary(asset)]),
  );
  const summariesOf = (ids: readonly string[]) => ids.flatMap((id) => shown.get(id) ?? []);
  const change: KnowledgeChange = {
    ...placed(turn),
    createdBy: bytes(turn.author.userId),
    kind: "knowledgeChangeV1",
    knowledge: {
      assetContext: { added: added.assetIds.map(bytes), removed: removed.assetIds.map(bytes) },
      organizationContext: {
        added: added.collectionIds.map(bytes),
        removed: removed.collectionIds.map(bytes),
      },
      world: world.after,
    },
    knowledgeFull: {
      assetContext: { added: summariesOf(added.assetIds), removed: summariesOf(removed.assetIds) },
      world: world.after,
    },
    messageId: bytes(turn.messageId),
    progress: {},
  };
  return { knowledgeChangeV1: change, ...dated(turn.acceptedAt) };
}

/**
 * Shortens the summary of an asset, because the log stores an event with up to 200 summaries in one row. The
 * asset itself has the full text.
 */
function briefSummary(asset: AssetView): AssetSummary {
  const summary = summarizeAsset(asset, null);
  return {
    ...summary,
    summary: cutText(summary.summary, MAX_TEXT),
    processingFailureReason: presentNullableString(cutText(asset.failureReason, MAX_TEXT)),
  };
}

/**
 * The event for progress of the thread's assets. The service is the author, and the scope does not change.
 */
export function progressEvent(
  place: EventRef,
  world: boolean,
  assets: readonly WatchedAsset[],
  at: number,
): ThreadEvent {
  const progress = assets.map((asset) => [asset.id, progressOf(asset, asset.isUnderHome === 1)] as const);
  return serviceEvent(place, world, Object.fromEntries(progress), at);
}

/**
 * The event for a model that reads ready documents to summarize them. The message shows how long a document
 * is, so it is empty for an asset outside the subtree of the thread's home collection.
 */
export function summaryEvent(
  place: EventRef,
  assets: readonly WatchedAsset[],
  { read, parts }: Pick<NotesProgress, "read" | "parts">,
  at: number,
): ThreadEvent {
  const progress = assets.map((asset) => {
    const showsText = asset.isUnderHome === 1;
    const message = showsText ? `${read} of ${parts} parts are read.` : "";
    const state: AssetProgress = { ...progressOf(asset, showsText), step: "summarize", message };
    return [asset.id, state] as const;
  });
  return serviceEvent(place, assets[0]?.worldKnowledge === 1, Object.fromEntries(progress), at);
}

function serviceEvent(
  place: EventRef,
  world: boolean,
  progress: KnowledgeChange["progress"],
  at: number,
): ThreadEvent {
  const unchanged = () => ({ added: [], removed: [] });
  const change: KnowledgeChange = {
    ...placed(place),
    createdBy: bytes(SERVICE_USER_ID),
    kind: "knowledgeChangeV1",
    knowledge: { assetContext: unchanged(), organizationContext: unchanged(), world },
    knowledgeFull: { assetContext: unchanged(), world },
    // The event has no message, so it gets a new id. Clients would otherwise take two events for the same
    // one.
    messageId: bytes(newId("msg")),
    progress,
  };
  return { knowledgeChangeV1: change, ...dated(at) };
}
