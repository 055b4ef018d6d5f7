/** Fields of events that the tests of the timeline do not look at. */
export const SCOPE_FIELDS = {
  assetIDs: [],
  collectionIDs: [],
  mentions: { assets: [], collections: [] },
  worldKnowledge: false,
};
export const SAMPLING_FIELDS = {
  context_window: 0,
  frequency_penalty: 0,
  logit_bias: {},
  max_tokens: 0,
  presence_penalty: 0,
  stop: [],
  temperature: 0,
  top_p: 0,
};
export const PROVENANCE_FIELDS = {
  citations: [],
  droppedSentences: 0,
  inputTokens: 0,
  interpretedAs: "",
  outputTokens: 0,
  passedOver: [],
  pendingAssets: 0,
  processedByModel: "",
  sentences: [],
  state: "done",
  stoppedBy: "",
  suggestedModels: [],
};
