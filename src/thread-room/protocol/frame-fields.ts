import { idPhrase } from "../../domain/id-text.ts";
import * as z from "zod";
import { wellFormed } from "../../domain/events.ts";
import { type Id, type IdKind, parseId } from "../../domain/ids.ts";
import { MAX_CONTENT_CHARS } from "../../domain/message-window.ts";
import { MAX_NAMED, PLAIN_PROMPT, type ScopeDelta, type PromptExtras, type PromptScope } from "../api.ts";

/** What a client's frame asks for; who asks is the socket's business. */
export interface ClientMessage {
  readonly kind: "promptV2" | "textV1" | "renameThreadV1" | "knowledgeChangeV1";
  readonly messageId: Id<"msg"> | null;
  /** "" for a change of the knowledge. */
  readonly content: string;
  /** Null: as the thread has it. */
  readonly worldKnowledge: boolean | null;
  readonly askedAs: Id<"inter"> | null;
  readonly knowledge: ScopeDelta | null;
  readonly scope: PromptScope | null;
  readonly extras: PromptExtras;
}

/** What a frame asks for that is no prompt. */
export const NO_PROMPT = { worldKnowledge: null, askedAs: null, knowledge: null, scope: null, extras: PLAIN_PROMPT };

/** An identifier in either spelling. */
export const either = <K extends IdKind>(kind: K) =>
  z.unknown().transform((value, ctx): Id<K> => {
    const id = parseId(kind, value);
    if (id !== null) return id;
    ctx.addIssue({ code: "custom", message: `must be ${idPhrase(kind)}` });
    return z.NEVER;
  });

/** An identifier that may be left out: missing, null or "". */
export const optionalId = <K extends IdKind>(kind: K) =>
  z
    .union([z.literal(""), either(kind)])
    .nullish()
    .transform((id) => id || null);

export const content = wellFormed(MAX_CONTENT_CHARS).min(1);

export const NAMES_TOO_MANY = `names more than ${MAX_NAMED} assets and collections`;

/** How long a list may be with what it names twice. */
export const MAX_LISTED = 1_000;

/** A list of identifiers, each once; a missing one is empty. The first wrong one ends it: a frame has room for tens of thousands. */
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

const changes = <K extends "asset" | "col">(kind: K) => z.object({ added: distinctIds(kind), removed: distinctIds(kind) }).nullish();

/** What a frame's `knowledge` brings in and takes out. */
export const knowledgeFields = z
  .object({ assetContext: changes("asset"), organizationContext: changes("col"), world: z.boolean().nullish() })
  .transform(({ assetContext, organizationContext, world }): ScopeDelta => ({
    addedAssetIds: assetContext?.added ?? [],
    removedAssetIds: assetContext?.removed ?? [],
    addedCollectionIds: organizationContext?.added ?? [],
    removedCollectionIds: organizationContext?.removed ?? [],
    world: world ?? null,
  }))
  .refine((all) => countChanged(all) <= MAX_NAMED, NAMES_TOO_MANY);

function countChanged({ addedAssetIds, removedAssetIds, addedCollectionIds, removedCollectionIds }: ScopeDelta): number {
  return addedAssetIds.length + removedAssetIds.length + addedCollectionIds.length + removedCollectionIds.length;
}
