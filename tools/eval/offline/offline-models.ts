import { Failure } from "../../../scripts/lib/failure.ts";
import { Request } from "../../../scripts/lib/miniflare.ts";
import { startLocalModels } from "../../../scripts/lib/models/local-models.ts";
import { supportedModels } from "../../../scripts/lib/models/supported-models.ts";
import type { Embedder } from "../../../src/models/embedder.ts";
import { createLocalEmbedder, createLocalReader } from "../../../src/models/local-models.ts";
import type { Reader } from "../../../src/models/reader.ts";

/** The models of an evaluation in this process. Null means that the index finds, or answers, by words. */
export interface OfflineModels {
  readonly embedder: Embedder | null;
  readonly reader: Reader | null;
}

export const NO_MODELS: OfflineModels = { embedder: null, reader: null };

/**
 * Starts the built-in models with a model process of their own.
 * @throws Failure if the models cannot run on this machine
 */
export function startOfflineModels(): OfflineModels & { readonly stop: () => void } {
  const models = startLocalModels(supportedModels({ encoder: true, reader: true }));
  if (models === null) throw new Failure("The models cannot run on this machine. Use --words.");
  const fetch = async (url: string, init: RequestInit): Promise<unknown> =>
    await models.answer(new Request(url, init as never));
  const binding = { fetch } as unknown as Fetcher;
  const embedder = createLocalEmbedder(binding, "");
  if (embedder === null) throw new Failure("The model process did not start.");
  return { embedder: withCache(embedder), reader: createLocalReader(binding, ""), stop: models.stop };
}

/** Keeps each vector, because many indexes hold the same texts. */
function withCache(embedder: Embedder): Embedder {
  const known = new Map<string, Int8Array>();
  return {
    ...embedder,
    embed: async (texts, purpose, timeoutMs) => {
      const keyOf = (text: string): string => `${purpose} ${text}`;
      const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
      const vectors = await embedder.embed(missing, purpose, timeoutMs);
      for (const [at, text] of missing.entries()) known.set(keyOf(text), vectors[at] ?? new Int8Array());
      return texts.map((text) => known.get(keyOf(text)) ?? new Int8Array());
    },
  };
}
