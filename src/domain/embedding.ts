import * as z from "zod";
import { NOT_STARTED, type StepRecord } from "./asset.ts";

/**
 * Reasons for missing vectors: the organization has reached its limit, or the model rejected every sentence.
 */
const REASONS = {
  "": "",
  full: "The organization has reached its limit of vectors. Search finds this text by its words.",
  refused: "The embedding model rejects this text. Search finds it by its words.",
} as const;

const storedEmbedding = z.object({
  /** Name of the embedder, as in `Embedder.name`. */
  model: z.string(),
  /** Version of the text from which the vectors were computed. */
  version: z.string(),
  /** State of the vectors. `none`: the text contains nothing that this model embeds. */
  state: z.enum(["pending", "ready", "failed", "none"]),
  reason: z.enum(["", "full", "refused"]),
  /** Share of the passages that have vectors, 0 to 100. */
  percent: z.int().default(0),
  /** Time of the report in milliseconds since 1970. */
  at: z.int(),
});
export type StoredEmbedding = z.output<typeof storedEmbedding>;

export interface Embedding {
  readonly model: string;
  readonly state: "pending" | "ready" | "failed";
  /** Share of the passages that have vectors, 0 to 100. */
  readonly percent: number;
  readonly reason: string;
  readonly at: Date | null;
}

export interface EmbeddedAsset {
  readonly lifecycleState: string;
  readonly textVersion: string;
  readonly lastReadyAt: Date | null;
  /** Report of the index: a StoredEmbedding as JSON, or `{}`. */
  readonly embedding: string;
}

/**
 * Returns the state of an asset's vectors. A report about another text or model is void, so the state becomes
 * `pending` if either changes.
 * @param embedder name of the current embedder; null without an embedder
 * @returns null if no vectors exist or are planned
 */
export function embeddingOf(asset: EmbeddedAsset, embedder: string | null): Embedding | null {
  if (embedder === null || asset.lifecycleState !== "ready" || asset.textVersion === "") return null;
  const model = modelOf(embedder);
  const reported = storedEmbedding.safeParse(JSON.parse(asset.embedding)).data;
  if (reported?.model !== embedder || reported.version !== asset.textVersion)
    return { model, state: "pending", percent: 0, reason: "", at: null };
  return reported.state === "none"
    ? null
    : {
        model,
        state: reported.state,
        percent: reported.percent,
        reason: REASONS[reported.reason],
        at: new Date(reported.at),
      };
}

/** Returns the record of the step `embeddings`. A report of an external processor takes precedence. */
export function embeddingStep(
  reported: StepRecord,
  embedding: Embedding | null,
  { lastReadyAt: startAt }: EmbeddedAsset,
): StepRecord {
  if (embedding === null || reported.startAt !== null) return reported;
  const { state, reason, at } = embedding;
  const begun = { ...NOT_STARTED, startAt, occurredAt: at ?? startAt, count: 1, message: reason };
  if (state === "pending") return { ...begun, statusCode: 102 };
  if (state === "ready") return { ...begun, completedAt: at, statusCode: 200 };
  return { ...begun, failedAt: at, failedReason: reason, statusCode: 422 };
}

const named = z.object({ model: z.string() });

/** Returns the display name of an embedding model. Names of configured models are JSON with more details. */
function modelOf(embedder: string): string {
  if (!embedder.startsWith("{")) return embedder;
  return named.safeParse(JSON.parse(embedder)).data?.model ?? embedder;
}
