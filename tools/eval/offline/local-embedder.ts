import { Failure } from "../../../scripts/lib/failure.ts";
import { Request } from "../../../scripts/lib/miniflare.ts";
import { startLocalModels } from "../../../scripts/lib/models/local-models.ts";
import { supportedModels } from "../../../scripts/lib/models/supported-models.ts";
import type { Embedder } from "../../../src/models/embedder.ts";
import { createLocalEmbedder } from "../../../src/models/local-models.ts";

/** The built-in embedder with a model process of its own. */
export interface LocalEmbedder {
  readonly embedder: Embedder;
  readonly stop: () => void;
}

/** @throws Failure if the model cannot run on this machine */
export function startLocalEmbedder(): LocalEmbedder {
  const models = startLocalModels(supportedModels({ encoder: true, reader: false }));
  if (models === null) throw new Failure("The embedding model cannot run on this machine. Use --words.");
  const fetch = async (url: string, init: RequestInit): Promise<unknown> =>
    await models.answer(new Request(url, init as never));
  const embedder = createLocalEmbedder({ fetch } as unknown as Fetcher, "");
  if (embedder === null) throw new Failure("The model process did not start.");
  return { embedder: withCache(embedder), stop: models.stop };
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
