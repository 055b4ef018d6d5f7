const id = (kind: string): string => `${kind}_01h455vb4pex5vsknk084sn02q`;

/**
 * Example values by field name, for schemas without an example. Other texts are empty, and other numbers have
 * their minimum.
 */
export const SAMPLE_VALUES: Readonly<Record<string, string | number | boolean>> = {
  assetId: id("asset"),
  chunkId: id("chunk"),
  code: "ok",
  contentType: "application/pdf",
  content: "The paper concludes that engines can be analytical. [1]",
  displayName: "paper.pdf",
  email: "ada@example.com",
  end: 25,
  etag: "01h455vb4pex5vsknk084sn02q-3",
  eventKey: id("event"),
  fileSize: 182_044,
  filesize: 182_044,
  id: id("asset"),
  label: "Papers",
  lifecycleState: "ready",
  locale: "en",
  message: "Done.",
  messageId: id("msg"),
  operationId: id("op"),
  organizationId: id("org"),
  originalFileName: "paper.pdf",
  originalFilename: "paper.pdf",
  page: 3,
  projectId: id("project"),
  quote: "engines can be analytical",
  signedURL: `https://knowledge.example.com/v1/assets/${id("asset")}/content?token=1.eyJ`,
  status: "ready",
  tenantId: id("tenant"),
  text: "We conclude that engines can be analytical.",
  textTokens: 9120,
  threadId: id("thread"),
  userDisplayName: "Ada",
  userId: id("user"),
  version: 3,
  worldKnowledge: false,
};

/** Kinds of ids that records have as keys, by the record's field. */
export const SAMPLE_KEYS: Readonly<Record<string, string>> = {
  assetRef: id("asset"),
  citations: id("cite"),
  collectionRef: id("col"),
  people: id("user"),
};
