import type { MessageKind } from "../../domain/message-kind.ts";
import { idPhrase } from "../../domain/id-text.ts";
import * as z from "zod";
import { wellFormed } from "../../domain/events.ts";
import { type Id, type IdKind, parseId } from "../../domain/ids.ts";
import { MAX_CONTENT_CHARS } from "../../domain/message-window.ts";
import { MAX_NAMED, PLAIN_PROMPT, type ScopeDelta, type PromptExtras, type PromptScope } from "../api.ts";

/** A client's request. The socket's session determines its author. */
export interface ClientMessage {
  readonly kind: MessageKind | "scopeChange";
  readonly messageId: Id<"msg"> | null;
  /** Text of the message; "" for a scope change. */
  readonly content: string;
  /** Whether the answer may use knowledge outside the scope; null applies the thread's setting. */
  readonly worldKnowledge: boolean | null;
  readonly askedAs: Id<"inter"> | null;
  readonly knowledge: ScopeDelta | null;
  readonly scope: PromptScope | null;
  readonly extras: PromptExtras;
}

/** Prompt fields of a frame that is no prompt. */
export const NO_PROMPT = {
  worldKnowledge: null,
  askedAs: null,
  knowledge: null,
  scope: null,
  extras: PLAIN_PROMPT,
};

/** Schema of an identifier, as text or as bytes. */
export const either = <K extends IdKind>(kind: K) =>
  z.unknown().transform((value, ctx): Id<K> => {
    const id = parseId(kind, value);
    if (id !== null) return id;
    ctx.addIssue({ code: "custom", message: `must be ${idPhrase(kind)}` });
    return z.NEVER;
  });

/** Schema of an optional identifier: missing, null or "". */
export const optionalId = <K extends IdKind>(kind: K) =>
  z
    .union([z.literal(""), either(kind)])
    .nullish()
    .transform((id) => id || null);

export const content = wellFormed(MAX_CONTENT_CHARS).min(1);

export const NAMES_TOO_MANY = `names more than ${MAX_NAMED} assets and collections`;

/** Maximum length of a list, including duplicates. */
export const MAX_LISTED = 1_000;

/**
 * Schema of a list of distinct identifiers; a missing list is empty. Parsing stops at the first invalid
 * identifier, because a frame can contain tens of thousands.
 */
export const distinctIds = <K extends IdKind>(kind: K) =>
  z
    .array(z.unknown())
    .max(MAX_LISTED, NAMES_TOO_MANY)
    .transform((values, ctx): Id<K>[] => {
      const ids: Id<K>[] = [];
      for (const [at, value] of values.entries()) {
        const id = parseId(kind, value);
        if (id === null) {
          ctx.addIssue({ code: "custom", path: [at], message: `must be ${idPhrase(kind)}` });
          return z.NEVER;
        }
        ids.push(id);
      }
      return ids;
    })
    .nullish()
    .transform((ids) => [...new Set(ids)]);

const changes = <K extends "asset" | "col">(kind: K) =>
  z.object({ added: distinctIds(kind), removed: distinctIds(kind) }).nullish();

/** Schema of the additions and removals in a frame's `knowledge`. */
export const knowledgeFields = z
  .object({
    assetContext: changes("asset"),
    organizationContext: changes("col"),
    world: z.boolean().nullish(),
  })
  .transform(({ assetContext, organizationContext, world }): ScopeDelta => ({
    addedAssetIds: assetContext?.added ?? [],
    removedAssetIds: assetContext?.removed ?? [],
    addedCollectionIds: organizationContext?.added ?? [],
    removedCollectionIds: organizationContext?.removed ?? [],
    world: world ?? null,
  }))
  .refine((all) => countChanged(all) <= MAX_NAMED, NAMES_TOO_MANY);

function countChanged({
  addedAssetIds,
  removedAssetIds,
  addedCollectionIds,
  removedCollectionIds,
}: ScopeDelta): number {
  return (
    addedAssetIds.length + removedAssetIds.length + addedCollectionIds.length + removedCollectionIds.length
  );
}
