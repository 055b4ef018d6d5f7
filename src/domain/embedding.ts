import * as z from "zod";
import { NOT_BEGUN, type StepRecord } from "./asset.ts";

/** Why a text has no vectors: all that the organization may have are there, or the model refused every sentence. */
const REASONS = {
  "": "",
  full: "The organization has reached its limit of vectors. Search finds this text by its words.",
  refused: "The embedding model rejects this text. Search finds it by its words.",
} as const;

const storedEmbedding = z.object({
  /** Who made the vectors, as `Embedder.name` has it. */
  model: z.string(),
  /** Of the text that they are of. */
  version: z.string(),
  /** `none`: there is nothing in the text that this model encodes. */
  state: z.enum(["pending", "ready", "failed", "none"]),
  reason: z.enum(["", "full", "refused"]),
  /** When, in milliseconds. */
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
  /** What the index has reported: JSON of StoredEmbedding, or `{}`. */
  readonly embedding: string;
}

/**
 * How far an asset's vectors are. What the index reported of another text or another model is void, so that a change of either makes it `pending`.
 * @param embedder whose vectors are made now; null: nobody's
 * @returns null where there are none, and none are to come
 */
export function embeddingOf(asset: EmbeddedAsset, embedder: string | null): Embedding | null {
  if (embedder === null || asset.lifecycleState !== "ready" || asset.textVersion === "") return null;
  const model = modelOf(embedder);
  const reported = storedEmbedding.safeParse(JSON.parse(asset.embedding)).data;
  if (reported?.model !== embedder || reported.version !== asset.textVersion) return { model, state: "pending", reason: "", at: null };
  return reported.state === "none" ? null : { model, state: reported.state, reason: REASONS[reported.reason], at: new Date(reported.at) };
}

/** The step `embeddings`: what an external worker reports of its own goes first. */
export function embeddingStep(reported: StepRecord, embedding: Embedding | null, { lastReadyAt: startAt }: EmbeddedAsset): StepRecord {
  if (embedding === null || reported.startAt !== null) return reported;
  const { state, reason, at } = embedding;
  const begun = { ...NOT_BEGUN, startAt, occurredAt: at ?? startAt, count: 1, message: reason };
  if (state === "pending") return { ...begun, statusCode: 102 };
  if (state === "ready") return { ...begun, completedAt: at, statusCode: 200 };
  return { ...begun, failedAt: at, failedReason: reason, statusCode: 422 };
}

const named = z.object({ model: z.string() });

/** What people call the model: the names of those that the operator names are JSON, which says more. */
function modelOf(embedder: string): string {
  if (!embedder.startsWith("{")) return embedder;
  return named.safeParse(JSON.parse(embedder)).data?.model ?? embedder;
}
