import * as z from "zod";
import type { EmbeddingModel } from "../config.ts";
import type { Embedder, Embedders } from "./embedder.ts";
import { openaiEmbedder } from "./openai-embedder.ts";
import { type WorkersAi, workersAiEmbedder } from "./workers-ai-embedder.ts";

/**
 * Maximum number of vector components in a provider response. Parsing a larger response would block other
 * requests.
 */
const MAX_NUMBERS_PER_RESPONSE = 131_072;
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
  readonly builtIn: Embedder | null;
  /** Workers AI binding. Undefined if it is not configured. */
  readonly ai: WorkersAi | undefined;
}

/**
 * Creates the embedders. The URL of the configured model also serves models of older vectors.
 * @param settings configured model; null selects the built-in encoder
 */
export function createEmbedders(
  settings: EmbeddingModel | null,
  { builtIn, ai }: EmbedderSources,
): Embedders {
  if (settings === null)
    return { current: builtIn, named: (name) => (name === builtIn?.name ? builtIn : null) };
  const current = embedderOf(settings, ai);
  const named = (name: string): Embedder | null => {
    if (name === current.name) return current;
    if (name === builtIn?.name) return builtIn;
    const before = parseIdentity(name);
    return before?.provider === settings.provider ? embedderOf({ ...settings, ...before }, ai) : null;
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
