import type { EventOf, ThreadEvent } from "../../domain/events.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import { bytes, dated } from "./event-fields.ts";
import type { Turn } from "../queue/turn-store.ts";

/** Largest scope in an event. The log stores an event in one row, so larger scopes are truncated. */
const MAX_TOLD = 2_000;

const allBytes = (ids: readonly string[]): number[][] => ids.map(bytes);

/** The event of a stored prompt. A campaign has one event per answer. */
export function promptEvent(turn: Turn, scope: AnswerScope): ThreadEvent {
  const { member, model, verification: _, ...sampling } = turn.extras;
  const asked = {
    createdBy: bytes(turn.author.userId),
    messageId: bytes(turn.messageId),
    model,
    prompt: turn.content,
    transformationId: turn.transformationId,
  };
  const at = dated(turn.acceptedAt);
  switch (member) {
    case "promptV1":
      return {
        promptV1: { ...asked, ...sampling, kind: member, knowledge: knowledgeOf(turn, scope) },
        ...at,
      };
    case "promptV2":
      return { promptV2: { ...asked, ...sampling, kind: member, scope: scopeOf(turn, scope) }, ...at };
    case "promptCampaignV1":
      return { promptCampaignV1: { ...asked, kind: member, knowledge: knowledgeOf(turn, scope) }, ...at };
    case "promptCampaignV2":
      return { promptCampaignV2: { ...asked, kind: member, scope: scopeOf(turn, scope) }, ...at };
    default:
      return member satisfies never;
  }
}

/**
 * The sources that the prompt named, plus its mentions. Without named sources, the part of the thread's scope
 * that the author may read.
 */
function scopeOf(
  { scope: asked, ...turn }: Turn,
  { named, worldKnowledge }: AnswerScope,
): EventOf<"promptV2">["scope"] {
  const isReplaced = asked !== null && asked.assetIds.length + asked.collectionIds.length > 0;
  const { assetIds, collectionIds } = isReplaced
    ? asked
    : { assetIds: named.assetIds.slice(0, MAX_TOLD), collectionIds: named.collectionIds.slice(0, MAX_TOLD) };
  return {
    assetIDs: allBytes(assetIds),
    collectionIDs: allBytes(collectionIds),
    mentions: {
      assets: (asked?.mentionedAssets ?? []).map(allBytes),
      collections: (asked?.mentionedCollections ?? []).map(allBytes),
    },
    worldKnowledge: turn.worldKnowledge ?? worldKnowledge,
  };
}

function knowledgeOf(
  { knowledge, ...turn }: Turn,
  { worldKnowledge }: AnswerScope,
): EventOf<"promptV1">["knowledge"] {
  return {
    assetContext: {
      added: allBytes(knowledge?.addedAssetIds ?? []),
      removed: allBytes(knowledge?.removedAssetIds ?? []),
    },
    organizationContext: {
      added: allBytes(knowledge?.addedCollectionIds ?? []),
      removed: allBytes(knowledge?.removedCollectionIds ?? []),
    },
    world: turn.worldKnowledge ?? worldKnowledge,
  };
}
