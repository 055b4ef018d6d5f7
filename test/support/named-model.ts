import { inject } from "vitest";
import type { EmbeddingModel } from "../../src/config.ts";
import type { Behaviour } from "./model-server.ts";

/** Settings of an embedding model that the shared server provides, from within workerd. */
export function namedModel(behaviour: Behaviour): EmbeddingModel {
  return {
    provider: "openai",
    url: `${inject("modelServer")}/${behaviour}/v1`,
    model: "m",
    key: "sk-secret",
    dimensions: 384,
    kept: 384,
    version: "1",
    batch: 4,
    prefixes: { question: "", passage: "" },
  };
}
