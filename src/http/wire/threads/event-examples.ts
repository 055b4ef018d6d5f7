import type { EventKind, EventOf } from "../../../domain/events.ts";
import type { IdKind } from "../../../domain/ids.ts";
import { presentId } from "../identifier.ts";

const SUFFIX = "01h455vb4pex5vsknk084sn02q";
const id = (kind: IdKind): string => `${kind}_${SUFFIX}`;
const bytes = (kind: IdKind): number[] => presentId(id(kind));
const MOMENT = "2026-10-06T12:00:00.000Z";

const createdBy = bytes("user");
const place = { organizationId: bytes("org"), tenantId: bytes("tenant"), threadId: bytes("thread") };
const knowledge = {
  assetContext: { added: [bytes("asset")], removed: [] },
  organizationContext: { added: [bytes("col")], removed: [] },
  world: false,
};
const scope = {
  assetIDs: [bytes("asset")],
  collectionIDs: [bytes("col")],
  mentions: { assets: [[bytes("asset")]], collections: [[bytes("col")]] },
  worldKnowledge: false,
};
const asked = {
  createdBy,
  messageId: bytes("msg"),
  model: "extractive",
  prompt: "What does the paper conclude?",
  transformationId: id("inter"),
};
const sampling = {
  context_window: 8192,
  frequency_penalty: 0.5,
  logit_bias: { "50256": -100 },
  max_tokens: 512,
  presence_penalty: 0.5,
  stop: ["\n\n"],
  temperature: 0.2,
  top_p: 0.9,
};
const assetSummary = {
  contentType: "application/pdf",
  createdAt: MOMENT,
  deletedAt: { Time: "0001-01-01T00:00:00Z", Valid: false },
  displayName: "paper.pdf",
  etag: `${SUFFIX}-3`,
  filesize: 182_044,
  id: id("asset"),
  lifecycleState: "ready",
  modifiedAt: MOMENT,
  organizationId: id("org"),
  originalFilename: "paper.pdf",
  processingFailureReason: { String: "", Valid: false },
  processingStatusText: { String: "Ready", Valid: true },
  projectId: id("project"),
  summary: "A paper on engines.",
  tenantId: id("tenant"),
  textTokens: 9120,
  userDisplayName: "Ada",
  userId: id("user"),
  version: 3,
};

/** Every event of a thread with a value in each field, for code generators. */
export const EVENT_EXAMPLES: { readonly [K in EventKind]: EventOf<K> } = {
  knowledgeChangeV1: {
    ...place,
    createdBy,
    kind: "knowledgeChangeV1",
    knowledge,
    knowledgeFull: { assetContext: { added: [assetSummary], removed: [] }, world: false },
    messageId: bytes("msg"),
    progress: {
      [id("asset")]: {
        lifecycleState: "ready",
        step: "",
        message: "",
        failureReason: "",
        failureCode: "",
        textTokens: 9120,
        version: 3,
      },
    },
  },
  promptV1: { ...asked, ...sampling, kind: "promptV1", knowledge },
  promptV2: { ...asked, ...sampling, kind: "promptV2", scope },
  promptCampaignV1: { ...asked, kind: "promptCampaignV1", knowledge },
  promptCampaignV2: { ...asked, kind: "promptCampaignV2", scope },
  renameThreadV1: { createdBy, kind: "renameThreadV1", label: "Engines", messageId: bytes("msg") },
  textV1: {
    ...place,
    createdBy,
    kind: "textV1",
    isDone: true,
    label: "Engines",
    messageId: id("msg"),
    parts: ["It concludes ", "that engines can be analytical."],
    provenance: {
      citations: [
        {
          id: id("cite"),
          ordinal: 1,
          quote: "Engines can be analytical.",
          assetId: id("asset"),
          displayName: "paper.pdf",
          page: 3,
          locator: { kind: "page", page: 3 },
          start: 1_204,
          end: 1_230,
          version: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          support: "supported",
        },
      ],
      droppedSentences: 1,
      sentences: [{ start: 0, end: 44, support: "supported", ordinals: [1], reason: "" }],
      inputTokens: 420,
      interpretedAs: "What does the paper say about engines? And what does it conclude?",
      outputTokens: 12,
      passedOver: [{ model: "llama", reason: "slow" }],
      pendingAssets: 1,
      processedByModel: "extractive",
      scoped: {
        citations: [bytes("cite")],
        collectionAssets: [bytes("asset")],
        collectionReferenceIDs: [bytes("col")],
        explicitAssets: [bytes("asset")],
        worldKnowledge: false,
      },
      replaces: "",
      state: "done",
      stoppedBy: "",
      suggestedModels: [{ category: "fact", model: "extractive", score: 1 }],
      transformationId: id("inter"),
    },
    textSuggestions: ["What are they made of?"],
  },
};
