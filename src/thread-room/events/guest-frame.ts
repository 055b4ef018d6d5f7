import type { EventOf } from "../../domain/events.ts";

/** A frame as the log keeps it: one member and its number, or a resync. */
interface LoggedFrame {
  readonly seq: number;
  readonly resync?: true;
  readonly textV1?: EventOf<"textV1">;
  readonly renameThreadV1?: EventOf<"renameThreadV1">;
}

/**
 * What a guest is sent of a frame: text and renames, without what they tell of the thread's scope; null for everything else.
 * Numbers stay the thread's own, so a guest sees gaps where members heard something.
 */
export function guestFrame(frame: string): string | null {
  const { seq, resync, textV1, renameThreadV1 } = JSON.parse(frame) as LoggedFrame;
  if (resync) return JSON.stringify({ resync, seq });
  if (textV1 !== undefined) return JSON.stringify({ textV1: guestText(textV1), seq });
  if (renameThreadV1 === undefined) return null;
  const { createdBy, kind, label, messageId } = renameThreadV1;
  return JSON.stringify({ renameThreadV1: { createdBy, kind, label, messageId }, seq });
}

function guestText(text: EventOf<"textV1">): EventOf<"textV1"> {
  const { createdBy, kind, isDone, label, messageId, organizationId, parts, provenance, tenantId, textSuggestions, threadId } = text;
  const { inputTokens, outputTokens, processedByModel, scoped, suggestedModels, transformationId } = provenance;
  const { citations, worldKnowledge } = scoped;
  return {
    createdBy,
    kind,
    isDone,
    label,
    messageId,
    organizationId,
    parts,
    provenance: {
      inputTokens,
      outputTokens,
      processedByModel,
      scoped: { citations, collectionAssets: [], collectionReferenceIDs: [], explicitAssets: [], worldKnowledge },
      suggestedModels,
      transformationId,
    },
    tenantId,
    textSuggestions,
    threadId,
  };
}
