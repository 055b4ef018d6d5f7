/** The fields of the service's responses and frames that these checks use. */
import * as z from "zod";

const idBytes = z.array(z.int().min(0).max(255)).length(16);

export const MESSAGE_KINDS = ["promptV2", "textV1", "renameThreadV1"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const asset = z.object({ id: idBytes, signedURL: z.string() });

const message = z.object({
  id: idBytes,
  answerVersions: z.int(),
  content: z.string(),
  createdBy: idBytes,
  inReplyTo: idBytes.nullable(),
  isComplete: z.boolean(),
  kind: z.enum(MESSAGE_KINDS),
  passedOver: z.array(z.object({ model: z.string(), reason: z.string() })),
  processedByModel: z.string(),
  recipients: z.array(z.string()),
  textSuggestions: z.array(z.string()),
  transformationQueue: z.array(z.string()),
  transformations: z.array(z.string()),
});

export const citation = z.object({
  assetId: z.string(),
  messageId: z.string(),
  quote: z.string(),
  start: z.int(),
  end: z.int(),
  version: z.string(),
});
export type Citation = z.output<typeof citation>;

export const threadPage = z.object({
  label: z.string(),
  messages: z.array(message),
  knowledgeProvenance: z.object({
    citations: z.record(z.string(), citation),
    inScope: z.object({ assetIDs: z.array(idBytes), worldKnowledge: z.boolean() }),
  }),
});

const named = z.object({ createdBy: idBytes, messageId: idBytes });
const prompt = named.extend({ prompt: z.string() });
const campaign = prompt.extend({ transformationId: z.string() });
const textEvent = z.object({
  createdBy: idBytes,
  isDone: z.boolean(),
  messageId: z.string(),
  parts: z.array(z.string()),
  textSuggestions: z.array(z.string()),
  provenance: z.object({
    transformationId: z.string(),
    replaces: z.string(),
    scoped: z.object({ citations: z.array(idBytes) }),
  }),
});

const change = z.object({ added: z.array(idBytes), removed: z.array(idBytes) });
const knowledgeEvent = named.extend({
  knowledge: z.object({ assetContext: change, world: z.boolean() }),
  progress: z.record(z.string(), z.object({ lifecycleState: z.string() })),
});

/** A draft of an answer in progress. */
export const draftFrame = z.object({
  draft: z.object({
    messageId: z.string(),
    transformationId: z.string(),
    from: z.int().min(0),
    text: z.string(),
    proven: z.int().min(0),
  }),
});

/** A logged frame. Other fields stay as received. */
export const loggedFrame = z.looseObject({
  seq: z.int(),
  promptV1: prompt.optional(),
  promptV2: prompt.optional(),
  promptCampaignV1: campaign.optional(),
  promptCampaignV2: campaign.optional(),
  renameThreadV1: named.extend({ label: z.string() }).optional(),
  knowledgeChangeV1: knowledgeEvent.optional(),
  textV1: textEvent.optional(),
});
export type LoggedFrame = z.output<typeof loggedFrame>;
export type TextEvent = z.output<typeof textEvent>;
