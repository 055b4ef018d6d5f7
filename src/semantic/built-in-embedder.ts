import { type Embedder, EmbedderError } from "../models/embedder.ts";
import type { Semantic } from "./semantic-api.ts";
import { MAX_ENCODED, VECTOR_BYTES } from "./protocol.ts";

/** The built-in encoder as an embedder. Null if it is off or not deployed. */
export function builtInEmbedder(semantic: Pick<Semantic, "encoder" | "encode">): Embedder | null {
  if (semantic.encoder === "") return null;
  return {
    name: semantic.encoder,
    dimensions: VECTOR_BYTES,
    isBuiltIn: true,
    batch: MAX_ENCODED,
    embed: async (texts) => {
      const vectors = await semantic.encode(texts);
      if (vectors === null) throw new EmbedderError("failed", "The built-in encoder did not answer.");
      return vectors;
    },
  };
}
