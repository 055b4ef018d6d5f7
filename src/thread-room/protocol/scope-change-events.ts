import { progressOf } from "../../domain/asset-progress.ts";
import { presentNullableString, summarizeAsset } from "../../domain/asset-summary.ts";
import type { AssetSummary, EventOf, ThreadEvent } from "../../domain/events.ts";
import { newId, SERVICE_USER_ID } from "../../domain/ids.ts";
import { cutText } from "../../text/cut-text.ts";
import type { AssetView } from "../../storage/d1/assets/assets.ts";
import type { WatchedAsset } from "../../storage/d1/assets/watchers.ts";
import { bytes, type EventRef, placed } from "./event-fields.ts";
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
  return { knowledgeChangeV1: change };
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
export function progressEvent(place: EventRef, world: boolean, assets: readonly WatchedAsset[]): ThreadEvent {
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
    progress: Object.fromEntries(
      assets.map((asset) => [asset.id, progressOf(asset, asset.isUnderHome === 1)]),
    ),
  };
  return { knowledgeChangeV1: change };
}
