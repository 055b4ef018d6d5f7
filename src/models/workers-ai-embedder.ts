import { type Embedder, EmbedderError } from "./embedder.ts";
import { invalidVectors, quantizeVectors, type VectorShape } from "./quantize-vectors.ts";
import { runWorkersAi, type WorkersAi } from "./run-workers-ai.ts";

/** Workers AI rejects larger batches: https://github.com/cloudflare/cloudflare-docs/issues/11316 */
const MAX_TEXTS = 100;

export interface WorkersAiModel extends VectorShape, Pick<Embedder, "name" | "batch"> {
  readonly model: string;
  readonly prefixes: { readonly question: string; readonly passage: string };
}

/**
 * Adapter for embedding models of Workers AI, such as `@cf/baai/bge-m3`.
 * @param binding the `AI` binding; without it every call fails
 */
export function workersAiEmbedder(
  binding: WorkersAi | undefined,
  { model, prefixes, name, batch, ...shape }: WorkersAiModel,
): Embedder {
  return {
    name,
    batch: Math.min(batch, MAX_TEXTS),
    dimensions: shape.kept,
    isBuiltIn: false,
    embed: async (texts, purpose, timeoutMs) => {
      if (texts.length === 0) return [];
      const input = { text: texts.map((text) => prefixes[purpose] + text) };
      const answer = await runWorkersAi(binding, {
        model,
        input,
        timeoutMs,
        fail: (kind, message) => new EmbedderError(kind, message),
      });
      const { data } = (answer ?? {}) as { readonly data?: unknown };
      if (!Array.isArray(data)) throw invalidVectors("gave no vectors");
      return quantizeVectors(data as unknown[], texts.length, shape);
    },
  };
}
