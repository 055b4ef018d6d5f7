import { postJson, type PostAnswer } from "../net/post-json.ts";
import { type Embedder, EmbedderError } from "./embedder.ts";
import { failureOfStatus } from "./provider-error.ts";
import { invalidVectors, quantizeVectors, type VectorShape } from "./quantize-vectors.ts";

/** Maximum size of one number in JSON, in bytes. */
const BYTES_PER_NUMBER = 32;
const OVERHEAD_BYTES = 65_536;

export interface OpenaiEmbedderSettings extends VectorShape, Pick<Embedder, "name" | "batch"> {
  /** Base URL of the API. The adapter appends `/embeddings`. */
  readonly url: URL;
  readonly model: string;
  readonly key: string | null;
  /** Prefixes that the adapter adds to each text, by purpose. */
  readonly prefixes: { readonly question: string; readonly passage: string };
}

/** Adapter for `POST /v1/embeddings`, which Ollama, vLLM, llama.cpp, OpenAI and others provide. */
export function openaiEmbedder({
  url,
  model,
  key,
  prefixes,
  name,
  batch,
  ...shape
}: OpenaiEmbedderSettings): Embedder {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  return {
    name,
    batch,
    dimensions: shape.kept,
    isBuiltIn: false,
    embed: async (texts, purpose, timeoutMs) => {
      if (texts.length === 0) return [];
      const input = texts.map((text) => prefixes[purpose] + text);
      const maxBytes = OVERHEAD_BYTES + texts.length * shape.dimensions * BYTES_PER_NUMBER;
      const order = { headers, body: { model, input, encoding_format: "float" }, timeoutMs, maxBytes };
      const answer = await postJson(new URL(`${url.href.replace(/\/$/, "")}/embeddings`), order).catch(
        toEmbedderError,
      );
      return quantizeVectors(vectorsIn(answer), texts.length, shape);
    },
  };
}

/** Maps an error to an EmbedderError. Replaces network errors, because their messages may contain the URL. */
function toEmbedderError(error: unknown): never {
  const isSlow = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  throw isSlow
    ? new EmbedderError("slow", "The embedding model did not answer in time.")
    : new EmbedderError("failed", "The embedding model could not be reached.");
}

function vectorsIn({ status, retryAfterMs, text }: PostAnswer): unknown[] {
  if (status < 200 || status > 299) {
    throw new EmbedderError(
      failureOfStatus(status),
      `The embedding model answered with status ${status}.`,
      retryAfterMs,
    );
  }
  if (text === null) throw invalidVectors("answered more than its vectors can take");
  let data: unknown;
  try {
    data = (JSON.parse(text) as { readonly data?: unknown } | null)?.data;
  } catch {
    throw invalidVectors("answered something else than JSON");
  }
  if (!Array.isArray(data)) throw invalidVectors("gave no vectors");
  return sortByIndex(data as unknown[]);
}

/** Sorts the vectors by `index` if the provider sends this field. */
function sortByIndex(data: readonly unknown[]): unknown[] {
  const entries = data.map((entry, at) => {
    const { index, embedding } = (entry ?? {}) as { readonly index?: unknown; readonly embedding?: unknown };
    return { index: typeof index === "number" ? index : at, embedding };
  });
  const ordered = entries.toSorted((one, other) => one.index - other.index);
  if (ordered.some(({ index }, at) => index !== at))
    throw invalidVectors("gave vectors of other texts than it was asked for");
  return ordered.map(({ embedding }) => embedding);
}
