import * as z from "zod";
import type { EmbedderChoice, EmbeddingModel } from "../config.ts";
import { BGE_M3 } from "../domain/bge-m3.ts";
import type { Embedder, Embedders } from "./embedder.ts";
import { openaiEmbedder } from "./openai-embedder.ts";
import type { WorkersAi } from "./run-workers-ai.ts";
import { workersAiEmbedder } from "./workers-ai-embedder.ts";

/**
 * Maximum number of vector components in a provider response. Parsing a larger response would block other
 * requests.
 */
const MAX_NUMBERS_PER_RESPONSE = 131_072;
/** The model if neither a setting nor the built-in model decides. Equal to `EMBEDDER=workers-ai`. */
export const WORKERS_AI_EMBEDDING_MODEL: EmbeddingModel = {
  ...BGE_M3,
  provider: "workers-ai",
  url: "",
  key: null,
  kept: BGE_M3.dimensions,
  version: "1",
  batch: 32,
  prefixes: { question: "", passage: "" },
};
export const NO_EMBEDDER: Embedders = { current: null, named: () => null };

/**
 * Settings that determine the vectors. The URL is not part of them, because a model may move to another
 * server.
 */
const identity = z.strictObject({
  provider: z.enum(["openai", "workers-ai"]),
  model: z.string(),
  dimensions: z.int(),
  kept: z.int(),
  version: z.string(),
  prefixes: z.strictObject({ question: z.string(), passage: z.string() }),
});

export interface EmbedderSources {
  /** Null where the service runs no model of its own. */
  readonly builtIn: Embedder | null;
  /** Workers AI binding. Undefined if it is not configured. */
  readonly ai: WorkersAi | undefined;
}

/**
 * Creates the embedders. Without a choice, the built-in model embeds; where it does not run, Workers AI does;
 * without both, there is no embedder. The URL of the chosen model also serves models of older vectors.
 */
export function createEmbedders(choice: EmbedderChoice, { builtIn, ai }: EmbedderSources): Embedders {
  const chosen = choice ?? (builtIn === null && ai !== undefined ? WORKERS_AI_EMBEDDING_MODEL : "built-in");
  if (chosen === "off") return NO_EMBEDDER;
  if (chosen === "built-in")
    return { current: builtIn, named: (name) => (name === builtIn?.name ? builtIn : null) };
  const current = embedderOf(chosen, ai);
  const named = (name: string): Embedder | null => {
    if (name === current.name) return current;
    if (name === builtIn?.name) return builtIn;
    const before = parseIdentity(name);
    return before?.provider === chosen.provider ? embedderOf({ ...chosen, ...before }, ai) : null;
  };
  return { current, named };
}

function embedderOf(settings: EmbeddingModel, ai: WorkersAi | undefined): Embedder {
  const { provider, url, model, key, dimensions, kept, version, prefixes } = settings;
  const name = JSON.stringify({ provider, model, dimensions, kept, version, prefixes } satisfies z.output<
    typeof identity
  >);
  const batch = Math.min(settings.batch, Math.floor(MAX_NUMBERS_PER_RESPONSE / dimensions));
  if (provider === "workers-ai")
    return workersAiEmbedder(ai, { model, dimensions, kept, prefixes, name, batch });
  return openaiEmbedder({ url: new URL(url), model, key, dimensions, kept, prefixes, name, batch });
}

function parseIdentity(name: string): z.output<typeof identity> | null {
  try {
    return identity.parse(JSON.parse(name));
  } catch {
    return null;
  }
}
