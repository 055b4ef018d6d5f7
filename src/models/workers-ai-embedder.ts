import { type Embedder, EmbedderError } from "./embedder.ts";
import { invalidVectors, quantizeVectors, type VectorShape } from "./quantize-vectors.ts";
import { workersAiFailure } from "./workers-ai-failure.ts";

/** Methods of the `AI` binding that the service uses. */
export interface WorkersAi {
  run(model: string, input: { readonly text: readonly string[] }): Promise<unknown>;
}

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
    batch,
    dimensions: shape.kept,
    isBuiltIn: false,
    embed: async (texts, purpose, timeoutMs) => {
      if (texts.length === 0) return [];
      if (binding === undefined) throw new EmbedderError("failed", "The binding AI is missing.");
      const asked = binding.run(model, { text: texts.map((text) => prefixes[purpose] + text) }).catch(failed);
      const late = scheduler.wait(timeoutMs).then((): never => {
        throw new EmbedderError("slow", "The embedding model did not answer in time.");
      });
      late.catch(() => undefined);
      const answer = await Promise.race([asked, late]);
      const { data } = (answer ?? {}) as { readonly data?: unknown };
      if (!Array.isArray(data)) throw invalidVectors("gave no vectors");
      return quantizeVectors(data as unknown[], texts.length, shape);
    },
  };
}

const FAILURES = {
  limited: "Workers AI has no capacity for the embedding model.",
  refused: "The embedding model does not take these texts.",
  failed: "Workers AI did not run the embedding model.",
} as const;

function failed(error: unknown): never {
  const kind = workersAiFailure(error);
  throw new EmbedderError(kind, FAILURES[kind]);
}
