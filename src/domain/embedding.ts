import * as z from "zod";
import { NOT_STARTED, type StepRecord } from "./asset.ts";

/**
 * Why a text has no vectors: the organization has reached its limit, or the model rejected every sentence.
 */
const REASONS = {
  "": "",
  full: "The organization has reached its limit of vectors. Search finds this text by its words.",
  refused: "The embedding model rejects this text. Search finds it by its words.",
} as const;

const storedEmbedding = z.object({
  /** The embedder's name, as in `Embedder.name`. */
  model: z.string(),
  /** The text version of the vectors. */
  version: z.string(),
  /** `none`: the text contains nothing that this model embeds. */
  state: z.enum(["pending", "ready", "failed", "none"]),
  reason: z.enum(["", "full", "refused"]),
  /** Time in milliseconds. */
  at: z.int(),
});
export type StoredEmbedding = z.output<typeof storedEmbedding>;

export interface Embedding {
  readonly model: string;
  readonly state: "pending" | "ready" | "failed";
  readonly reason: string;
  readonly at: Date | null;
}

export interface EmbeddedAsset {
  readonly lifecycleState: string;
  readonly textVersion: string;
  readonly lastReadyAt: Date | null;
  /** The index's report: JSON of StoredEmbedding, or `{}`. */
  readonly embedding: string;
}

/**
 * The state of an asset's vectors. A report about another text or model is void, so a change of either makes
 * the state `pending`.
 * @param embedder the name of the current embedder. Null: none.
 * @returns null where no vectors exist or are planned
 */
export function embeddingOf(asset: EmbeddedAsset, embedder: string | null): Embedding | null {
  if (embedder === null || asset.lifecycleState !== "ready" || asset.textVersion === "") return null;
  const model = modelOf(embedder);
  const reported = storedEmbedding.safeParse(JSON.parse(asset.embedding)).data;
  if (reported?.model !== embedder || reported.version !== asset.textVersion) return { model, state: "pending", reason: "", at: null };
  return reported.state === "none" ? null : { model, state: reported.state, reason: REASONS[reported.reason], at: new Date(reported.at) };
}

/** The step `embeddings`. An external processor's own report takes precedence. */
export function embeddingStep(reported: StepRecord, embedding: Embedding | null, { lastReadyAt: startAt }: EmbeddedAsset): StepRecord {
  if (embedding === null || reported.startAt !== null) return reported;
  const { state, reason, at } = embedding;
  const begun = { ...NOT_STARTED, startAt, occurredAt: at ?? startAt, count: 1, message: reason };
  if (state === "pending") return { ...begun, statusCode: 102 };
  if (state === "ready") return { ...begun, completedAt: at, statusCode: 200 };
  return { ...begun, failedAt: at, failedReason: reason, statusCode: 422 };
}

const named = z.object({ model: z.string() });

/** The display name of the model. The names of configured models are JSON with more details. */
function modelOf(embedder: string): string {
  if (!embedder.startsWith("{")) return embedder;
  return named.safeParse(JSON.parse(embedder)).data?.model ?? embedder;
}
