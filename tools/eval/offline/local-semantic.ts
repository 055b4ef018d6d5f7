import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import type { Neighbor, Semantic } from "../../../src/semantic/semantic-api.ts";
import { type LoadedEncoder, loadEncoder, loadWords } from "../../../src/semantic/model/load.ts";
import { sentenceSimilarities } from "../../../src/semantic/model/sentence-similarities.ts";
import { sentenceVector } from "../../../src/semantic/model/sentence-vector.ts";
import type { WordTable } from "../../../src/semantic/model/word-table.ts";
import { MIN_COSINE } from "../../../src/semantic/protocol.ts";

/**
 * Word and sentence semantics in this process with the service's weights. Vectors are cached, because many
 * indexes hold the same texts.
 */
export class LocalSemantic implements Semantic {
  readonly encoder = "local";
  readonly #words: WordTable;
  readonly #sentences: LoadedEncoder;
  readonly #vectors = new Map<string, Int8Array>();
  readonly #near = new Map<string, readonly Neighbor[] | null>();

  private constructor(words: WordTable, sentences: LoadedEncoder) {
    [this.#words, this.#sentences] = [words, sentences];
  }

  static async load(): Promise<LocalSemantic> {
    const read = async (name: string): Promise<ArrayBuffer> =>
      new Uint8Array(await readFile(join(PROJECT_ROOT, "semantic", name))).buffer;
    // The Workers types declare no constructor, because that runtime compiles no code.
    const Module = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module;
    const kernel = new Module(await readFile(join(PROJECT_ROOT, "src/semantic/model/kernel.wasm")));
    return new LocalSemantic(await loadWords(read, kernel), await loadEncoder(read, kernel));
  }

  vectorOf(sentence: string): Int8Array {
    const { encoder, axes } = this.#sentences;
    const vector = this.#vectors.get(sentence) ?? sentenceVector(encoder, axes, sentence);
    this.#vectors.set(sentence, vector);
    return vector;
  }

  async nearestWords(
    words: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly Neighbor[]>> {
    const missing = [...new Set(words)].filter((word) => !this.#near.has(word));
    for (const [at, near] of this.#words.nearest(missing, limit, MIN_COSINE).entries())
      this.#near.set(missing[at] ?? "", near);
    const known = words.flatMap((word): [string, readonly Neighbor[]][] => {
      const near = this.#near.get(word) ?? null;
      return near === null ? [] : [[word, near]];
    });
    return await Promise.resolve(new Map(known));
  }

  async similarities(question: string, sentences: readonly string[]): Promise<Float32Array> {
    return await Promise.resolve(sentenceSimilarities(this.#words, question, sentences));
  }

  async encode(sentences: readonly string[]): Promise<readonly Int8Array[]> {
    return await Promise.resolve(sentences.map((sentence) => this.vectorOf(sentence)));
  }
}
