import * as z from "zod";
import { sampling } from "../../domain/events.ts";
import { REQUESTED_VERIFICATIONS } from "../../domain/verification-mode.ts";
import { MAX_NAMED, type PromptExtras, type PromptScope } from "../api.ts";
import {
  type ClientMessage,
  content,
  distinctIds,
  either,
  knowledgeFields,
  MAX_LISTED,
  NAMES_TOO_MANY,
  NO_PROMPT,
  optionalId,
} from "./frame-fields.ts";

/** Schema of a model's id. The intake checks that the model exists. */
const model = z
  .string()
  .max(200)
  .nullish()
  .transform((name) => name ?? "");
const verification = z
  .enum(REQUESTED_VERIFICATIONS)
  .nullish()
  .transform((mode) => mode ?? "");
const words = { model, verification, prompt: content };
const asked = {
  ...words,
  messageId: optionalId("msg"),
  transformationId: optionalId("inter"),
};
/**
 * Both ids are required. Without them the room could not distinguish a resent frame from a request for
 * another answer.
 */
const campaign = { ...words, messageId: either("msg"), transformationId: either("inter") };

const groups = <K extends "asset" | "col">(kind: K) =>
  z
    .array(z.unknown())
    .max(MAX_LISTED, NAMES_TOO_MANY)
    .pipe(z.array(distinctIds(kind)))
    .nullish()
    .transform((all) => (all ?? []).filter((group) => group.length > 0));

const scope = z
  .object({
    assetIDs: distinctIds("asset"),
    collectionIDs: distinctIds("col"),
    mentions: z.object({ assets: groups("asset"), collections: groups("col") }).nullish(),
    worldKnowledge: z.boolean().nullish(),
  })
  .transform(({ assetIDs, collectionIDs, mentions, worldKnowledge }) => {
    const mentioned = {
      mentionedAssets: mentions?.assets ?? [],
      mentionedCollections: mentions?.collections ?? [],
    };
    return {
      assetIds: assetIDs,
      collectionIds: collectionIDs,
      ...mentioned,
      worldKnowledge: worldKnowledge ?? null,
    };
  })
  .refine((all) => countNamed(all) <= MAX_NAMED, NAMES_TOO_MANY)
  .nullish();
const knowledge = knowledgeFields.nullish();

/** Schemas of the frames that ask a question. */
export const PROMPT_FRAMES = {
  promptV1: z
    .object({ ...asked, ...sampling.shape, knowledge })
    .transform((frame) => withKnowledge("promptV1", frame)),
  promptV2: z
    .object({ ...asked, ...sampling.shape, scope })
    .transform((frame) => withScope("promptV2", frame)),
  promptCampaignV1: z
    .object({ ...campaign, knowledge })
    .transform((frame) => withKnowledge("promptCampaignV1", { ...PLAIN, ...frame })),
  promptCampaignV2: z
    .object({ ...campaign, scope })
    .transform((frame) => withScope("promptCampaignV2", { ...PLAIN, ...frame })),
};

const PLAIN = sampling.parse({});

type Asked = z.output<z.ZodObject<typeof asked & typeof sampling.shape>>;

function withKnowledge(
  member: PromptExtras["member"],
  frame: Asked & { knowledge?: z.output<typeof knowledge> },
): ClientMessage {
  const { knowledge: changes = null, ...rest } = frame;
  return { ...prompt(member, rest), worldKnowledge: changes?.world ?? null, knowledge: changes };
}

function withScope(
  member: PromptExtras["member"],
  frame: Asked & { scope?: z.output<typeof scope> },
): ClientMessage {
  const { scope: given = null, ...rest } = frame;
  if (given === null) return prompt(member, rest);
  const { worldKnowledge, ...named } = given;
  return { ...prompt(member, rest), worldKnowledge, scope: named };
}

function prompt(
  member: PromptExtras["member"],
  { messageId, prompt: said, transformationId, ...extras }: Asked,
): ClientMessage {
  return {
    ...NO_PROMPT,
    kind: "prompt",
    messageId,
    content: said,
    askedAs: transformationId,
    extras: { member, ...extras },
  };
}

function countNamed({ assetIds, collectionIds, mentionedAssets, mentionedCollections }: PromptScope): number {
  return (
    assetIds.length +
    collectionIds.length +
    mentionedAssets.flat().length +
    mentionedCollections.flat().length
  );
}
