/** Schema of the embedding settings. Only src/config.ts imports this module. */
import * as z from "zod";
import { BGE_M3 } from "./domain/bge-m3.ts";
import { modelUrl, secretText } from "./model-settings.ts";

/** An embedding model behind an API. */
export interface EmbeddingModel {
  readonly provider: "openai" | "workers-ai";
  /** Base URL without a trailing slash; "" for `workers-ai`. */
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  /** The dimensions of the model's vectors. */
  readonly dimensions: number;
  /** Number of leading dimensions to keep (Matryoshka models). */
  readonly kept: number;
  /** Operators change this when the provider replaces the model under the same name. */
  readonly version: string;
  /** Texts per request to the provider. */
  readonly batch: number;
  /** Text to insert before each input. */
  readonly prefixes: { readonly question: string; readonly passage: string };
}

/** Source of the embeddings. Null: the bindings decide. */
export type EmbedderChoice = EmbeddingModel | "built-in" | "off" | null;

/** A multiple of 32, because the index compares sign bits in words of 32 bits. */
const dimensions = z.coerce.number().int().min(32).max(4_096).multipleOf(32);
const prefix = z.string().max(500).default("");

export const embeddingSettings = {
  EMBEDDER: z.enum(["built-in", "openai", "workers-ai", "off"]).nullable().default(null),
  EMBEDDING_URL: modelUrl.nullable().default(null),
  EMBEDDING_MODEL: z.string().min(1).max(200).nullable().default(null),
  EMBEDDING_KEY: secretText.nullable().default(null),
  EMBEDDING_DIMENSIONS: dimensions.nullable().default(null),
  EMBEDDING_KEPT_DIMENSIONS: dimensions.nullable().default(null),
  EMBEDDING_VERSION: z.string().max(100).default("1"),
  EMBEDDING_BATCH: z.coerce.number().int().min(1).max(128).default(32),
  EMBEDDING_QUESTION_PREFIX: prefix,
  EMBEDDING_PASSAGE_PREFIX: prefix,
};

type Settings = z.output<z.ZodObject<typeof embeddingSettings>>;

/** Reports settings that the chosen embedder lacks or that contradict each other. */
export function checkEmbedding(
  value: Settings,
  refuse: (name: keyof Settings, message: string) => void,
): void {
  const { EMBEDDER: embedder, EMBEDDING_MODEL: model, EMBEDDING_DIMENSIONS: length } = value;
  const isDefault = embedder === "workers-ai" && model === null;
  if (embedder === "openai" && value.EMBEDDING_URL === null) refuse("EMBEDDING_URL", "is missing");
  if (embedder === "openai" && model === null) refuse("EMBEDDING_MODEL", "is missing");
  if ((embedder === "openai" || (embedder === "workers-ai" && !isDefault)) && length === null)
    refuse("EMBEDDING_DIMENSIONS", "is missing");
  const most = length ?? (isDefault ? BGE_M3.dimensions : 0);
  if ((value.EMBEDDING_KEPT_DIMENSIONS ?? 0) > most)
    refuse("EMBEDDING_KEPT_DIMENSIONS", "must not be more than EMBEDDING_DIMENSIONS");
}

export function embedderOf(value: Settings): EmbedderChoice {
  const { EMBEDDER: embedder } = value;
  return embedder === "openai" || embedder === "workers-ai" ? modelOf(embedder, value) : embedder;
}

function modelOf(provider: EmbeddingModel["provider"], value: Settings): EmbeddingModel {
  const given = value.EMBEDDING_DIMENSIONS ?? BGE_M3.dimensions;
  return {
    provider,
    url: provider === "openai" ? (value.EMBEDDING_URL ?? "") : "",
    model: value.EMBEDDING_MODEL ?? BGE_M3.model,
    key: value.EMBEDDING_KEY,
    dimensions: given,
    kept: value.EMBEDDING_KEPT_DIMENSIONS ?? given,
    version: value.EMBEDDING_VERSION,
    batch: value.EMBEDDING_BATCH,
    prefixes: { question: value.EMBEDDING_QUESTION_PREFIX, passage: value.EMBEDDING_PASSAGE_PREFIX },
  };
}
