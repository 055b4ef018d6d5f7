import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SentenceEncoder } from "../../src/semantic/model/encoder.ts";
import { loadEncoder, loadWords } from "../../src/semantic/model/load.ts";
import { ROW_MAX, SharedMemory } from "../../src/semantic/model/multiply.ts";
import { SubwordTokenizer } from "../../src/semantic/model/subword-tokenizer.ts";
import { sentenceSimilarities } from "../../src/semantic/model/sentence-similarities.ts";
import { Tensors } from "../../src/semantic/model/tensors.ts";
import { scaled } from "../support/setup/scaled.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const read = async (name: string): Promise<ArrayBuffer> =>
  new Uint8Array(await readFile(join(ROOT, "semantic", name))).buffer;

async function compiledKernel(): Promise<WebAssembly.Module> {
  // The types describe the Workers runtime, which cannot compile WebAssembly.
  const Module = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module;
  return new Module(await readFile(join(ROOT, "src/semantic/model/kernel.wasm")));
}

const kernel = await compiledKernel();

describe("the weights", () => {
  test("the weights and the kernel match the checksums of the build script", async () => {
    const manifest = JSON.parse(await readFile(join(ROOT, "semantic/manifest.json"), "utf8")) as {
      sha256: Record<string, string>;
    };
    for (const [path, expected] of Object.entries(manifest.sha256)) {
      const contents = await readFile(join(ROOT, path));
      expect(`${path} ${createHash("sha256").update(contents).digest("hex")}`).toBe(`${path} ${expected}`);
    }
    expect(Object.keys(manifest.sha256)).toHaveLength(9);
  });
});

describe("the kernel", () => {
  test("the kernel computes the same as plain JavaScript, also at its limits", () => {
    const [height, width, depth] = [8, 6, 1_536];
    const results = [kernel, null].map((used) => {
      const memory = new SharedMemory(1_000_000, used);
      const [rows, columns, out] = [
        memory.allocate(height * depth * 2),
        memory.allocate(width * depth),
        memory.allocate(height * width * 4),
      ];
      const rowValues = new Int16Array(memory.buffer, rows, height * depth);
      const columnValues = new Int8Array(memory.buffer, columns, width * depth);
      for (const at of rowValues.keys())
        rowValues[at] = at < depth ? ROW_MAX : ((at * 7_919) % (2 * ROW_MAX + 1)) - ROW_MAX;
      for (const at of columnValues.keys())
        columnValues[at] = at < depth ? -127 : ((at * 104_729) % 255) - 127;
      memory.multiply(rows, height, columns, width, depth, out);
      return [...new Int32Array(memory.buffer, out, height * width)];
    });
    expect(results[0]).toEqual(results[1]);
    expect(results[0]?.[0]).toBe(-ROW_MAX * 127 * depth);
  });
});

describe("the subword tokenizer", async () => {
  const pieces = new SubwordTokenizer(await readFile(join(ROOT, "semantic/pieces.txt"), "utf8"));

  test("the tokenizer reproduces the published example", () => {
    expect(pieces.tokenize("Hello, how are you?")).toEqual([341, 4125, 8, 140, 31, 19, 54]);
  });

  test("the tokenizer ignores the kind and amount of white space", () => {
    expect(pieces.tokenize("  how\n\nare\tyou ")).toEqual(pieces.tokenize("how are you"));
    expect(pieces.tokenize(" \n ")).toEqual([]);
  });

  test("the tokenizer merges adjacent unknown characters", () => {
    expect(pieces.tokenize("東京東京")).toEqual(pieces.tokenize("東"));
  });
});

describe("the encoder", async () => {
  const { encoder } = await loadEncoder(read, kernel);
  const sentences = (await readFile(join(ROOT, "test/support/encoder-reference.txt"), "utf8"))
    .trimEnd()
    .split("\n");
  const reference = new Int16Array(
    new Uint8Array(await readFile(join(ROOT, "test/support/encoder-reference.bin"))).buffer,
  );

  const EACH = scaled({ whole: 1, share: 5 });

  test("the encoder agrees with the published weights on 200 sentences, or on every fifth", () => {
    expect(sentences).toHaveLength(201);
    const agreement = sentences.map((sentence, at) =>
      at % EACH === 0
        ? cosine(encoder.encode(sentence) ?? [], reference.subarray(at * 512, (at + 1) * 512))
        : 1,
    );
    expect(Math.min(...agreement.slice(0, 200))).toBeGreaterThanOrEqual(0.999);
    expect(agreement[200]).toBeGreaterThanOrEqual(0.998);
  });

  test("gives the same result without the kernel", async () => {
    const slow = new SentenceEncoder(
      new Tensors(await read("encoder.bin")),
      new TextDecoder().decode(await read("pieces.txt")),
      null,
    );
    for (const sentence of sentences.slice(0, 1))
      expect(slow.encode(sentence)).toEqual(encoder.encode(sentence));
  });

  test("the encoder keeps no state between sentences", () => {
    const [one = "", long = "", other = ""] = [sentences[0], sentences[9], sentences[1]];
    const before = encoder.encode(one);
    encoder.encode(long);
    encoder.encode(other);
    expect(encoder.encode(one)).toEqual(before);
  });
});

describe("the word table", async () => {
  const table = await loadWords(read, kernel);

  test("the word table contains 60,000 words in order of frequency", () => {
    expect([table.rank("the"), table.rank("qwertyx"), table.width]).toEqual([0, -1, 64]);
  });

  test("the word table groups similar words", () => {
    const [ferry, stink] = table.nearest(["ferry", "stink"], 40, 0.4);
    expect(ferry?.map(({ word }) => word)).toEqual(expect.arrayContaining(["ferries", "boat", "ship"]));
    expect(stink?.map(({ word }) => word)).toEqual(expect.arrayContaining(["smell", "stench", "smelly"]));
  });

  test("the word table gives the same neighbors for a word alone and in a batch", () => {
    const words = ["ferry", "qwertyx", ...Array.from({ length: 50 }, () => "warranty"), "stink"];
    const together = table.nearest(words, 10, 0.4);
    expect(together.at(-1)).toEqual(table.nearest(["stink"], 10, 0.4)[0]);
    expect([together[1], together.length]).toEqual([null, words.length]);
  });

  test("the encoder gives the same similarity for a sentence alone and in a batch", () => {
    const question = "Are pets allowed on the ferry?";
    const sentences = [
      "Dogs may travel on the boat.",
      "The engine was serviced in 1997.",
      "",
      "Pets: allowed on the ferry",
      "Dogs may travel on the boat.",
    ];
    const together = sentenceSimilarities(table, question, sentences);
    expect([...together]).toEqual(
      sentences.flatMap((sentence) => [...sentenceSimilarities(table, question, [sentence])]),
    );
    const [dogs = 0, engine = 0, nothing, same] = together;
    expect([nothing, same]).toEqual([0, expect.closeTo(1, 6)]);
    expect(dogs).toBeGreaterThan(engine);
    const [ferry, boat] = ["ferry", "boat"].map((word) => table.rank(word));
    const [one, other] = [new Float32Array(table.width), new Float32Array(table.width)];
    table.addTo(one, ferry!, 1);
    table.addTo(other, boat!, 1);
    const cosine = one.reduce((sum, value, at) => sum + value * other[at]!, 0);
    expect(sentenceSimilarities(table, "ferry", ["boat"])[0]).toBeCloseTo(cosine, 6);
  });

  test("gives the same result without the kernel", async () => {
    const slow = await loadWords(read, null);
    expect(slow.nearest(["winter"], 1_000, 0.4)).toEqual(table.nearest(["winter"], 1_000, 0.4));
  });
});

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [along, a, b] = [0, 0, 0];
  for (let at = 0; at < other.length; at += 1) {
    const [x, y] = [one[at] ?? 0, other[at] ?? 0];
    along += x * y;
    a += x * x;
    b += y * y;
  }
  return along / Math.sqrt(a * b);
}
