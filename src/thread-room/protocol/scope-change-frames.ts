import * as z from "zod";
import type { ScopeDelta } from "../api.ts";
import { type ClientMessage, knowledgeFields, NO_PROMPT, optionalId } from "./frame-fields.ts";

const NOTHING = knowledgeFields.parse({});

/**
 * Schema of the frame that changes the thread's scope. Ignores fields that only the service sends
 * (`knowledgeFull`, `progress`).
 */
export const SCOPE_CHANGE_FRAMES = {
  knowledgeChangeV1: z
    .object({
      messageId: optionalId("msg"),
      knowledge: knowledgeFields
        .refine(isUnambiguous, "names something both as added and as removed")
        .nullish(),
    })
    .transform(({ messageId, knowledge }): ClientMessage => ({
      kind: "scopeChange",
      messageId,
      content: "",
      ...NO_PROMPT,
      knowledge: knowledge ?? NOTHING,
    })),
};

function isUnambiguous({
  addedAssetIds,
  removedAssetIds,
  addedCollectionIds,
  removedCollectionIds,
}: ScopeDelta): boolean {
  const removed = new Set<string>([...removedAssetIds, ...removedCollectionIds]);
  return ![...addedAssetIds, ...addedCollectionIds].some((id) => removed.has(id));
}
