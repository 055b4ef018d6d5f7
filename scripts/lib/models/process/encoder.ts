import type { TextPurpose } from "../../../../src/models/embedder.ts";
import { LOCAL_DIMENSIONS, LOCAL_VECTOR_SCALE } from "../../../../src/models/local-models-protocol.ts";
import type { Model } from "./open-session.ts";
import { TOKENS, type Tokenizer } from "./tokenizer.ts";

/** The model was trained with these prefixes. */
const PREFIXES = { question: "query: ", passage: "passage: " } as const;
/** The model has 512 positions, two of them for control tokens. */
const MAX_TOKENS = 510;
const BYTE_MAX = 127;
/** About 100 ms on one core. A question waits for no longer batch. */
const MAX_BATCH_TOKENS = 192;

/** Turns texts into vectors of 1 byte per component. */
export class Encoder {
  readonly #model: Model;
  readonly #tokenizer: Tokenizer;

  constructor(model: Model, tokenizer: Tokenizer) {
    this.#model = model;
    this.#tokenizer = tokenizer;
  }

  /** @returns the vectors of the first texts: at least one, and as many as fit into a short batch */
  async embed(texts: readonly string[], purpose: TextPurpose): Promise<Int8Array[]> {
    const vectors: Int8Array[] = [];
    let tokens = 0;
    for (const text of texts) {
      const ids = this.#idsOf(text, purpose);
      tokens += ids.length;
      if (vectors.length > 0 && tokens > MAX_BATCH_TOKENS) break;
      vectors.push(ids.length === 0 ? new Int8Array(LOCAL_DIMENSIONS) : await this.#vectorOf(ids));
    }
    return vectors;
  }

  /** @returns none for a text of spaces alone, whose vector would mean nothing */
  #idsOf(text: string, purpose: TextPurpose): Int32Array {
    const trimmed = text.trim();
    if (trimmed === "") return new Int32Array();
    const { ids } = this.#tokenizer.tokenize(PREFIXES[purpose] + trimmed);
    return Int32Array.from([TOKENS.begin, ...ids.subarray(0, MAX_TOKENS), TOKENS.end]);
  }

  async #vectorOf(ids: Int32Array): Promise<Int8Array> {
    const { vector } = await this.#model(ids);
    if (vector?.length !== LOCAL_DIMENSIONS) throw new Error("The encoder has another size.");
    return Int8Array.from(vector, (value) =>
      Math.max(-BYTE_MAX, Math.min(BYTE_MAX, Math.round(value / LOCAL_VECTOR_SCALE))),
    );
  }
}
