/**
 * Promise: Encoding any number of sentences needs the memory of one, and organizations take turns with the
 * encoder. Attack: One ordinary text of 4,300 long sentences made the encoder's process grow by 7 MiB a
 * second, up to gigabytes. One organization could also keep the encoder busy for all others.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FairQueue } from "../../../scripts/lib/sandbox/fair-queue.ts";
import { loadEncoder } from "../../../src/semantic/model/load.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** The resulting vector and the tokens of the sentence. The layers alone took 600 KiB. */
const MAX_BYTES_PER_SENTENCE = 32_768;
const ARRAYS = ["Float32Array", "Float64Array", "Int8Array", "Int16Array", "Int32Array"] as const;

let made = 0;

beforeEach(() => {
  made = 0;
  for (const name of ARRAYS) {
    const Original = globalThis[name] as new (...given: unknown[]) => Float32Array;
    vi.stubGlobal(
      name,
      class extends Original {
        constructor(...given: unknown[]) {
          super(...given);
          // A view allocates nothing.
          if (!(given[0] instanceof ArrayBuffer)) made += this.byteLength;
        }
      },
    );
  }
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const read = async (name: string): Promise<ArrayBuffer> =>
  new Uint8Array(await readFile(join(ROOT, "semantic", name))).buffer;

async function compiledKernel(): Promise<WebAssembly.Module> {
  // The types are those of the Workers runtime, which cannot compile WebAssembly.
  const Module = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module;
  return new Module(await readFile(join(ROOT, "src/semantic/model/kernel.wasm")));
}

const sentenceOf = (words: number, at: number): string =>
  Array.from(
    { length: words },
    (_, word) => ["keepers", "of", "light", "houses", `${at}`][(word * 7 + at) % 5],
  ).join(" ");

test("sentences of every length reuse the arrays of earlier sentences", async () => {
  const { encoder } = await loadEncoder(read, await compiledKernel());
  encoder.encode(sentenceOf(200, 0));
  made = 0;
  const count = 8;
  for (let at = 0; at < count; at += 1)
    expect(encoder.encode(sentenceOf([90, 6, 1, 200][at % 4] ?? 0, at))).toHaveLength(512);
  expect(made / count).toBeLessThan(MAX_BYTES_PER_SENTENCE);
});

test("the encoder serves waiting organizations in turn, however many jobs one has", async () => {
  const queue = new FairQueue(1);
  const served: string[] = [];
  const order = async (owner: string): Promise<void> => {
    const turn = await queue.acquire(owner);
    served.push(owner);
    turn?.release();
  };
  const first = await queue.acquire("mallory");
  const all = [...Array.from({ length: 30 }, async () => await order("mallory")), order("ada"), order("bob")];
  first?.release();
  await Promise.all(all);
  expect(served.slice(0, 3).toSorted()).toEqual(["ada", "bob", "mallory"]);
});

test("one organization cannot fill the whole queue", async () => {
  const queue = new FairQueue(1);
  const patience = { maxWaitMs: 60_000, maxWaiting: 64, maxWaitingPerOwner: 32 };
  const first = await queue.acquire("mallory", patience);
  const waiting = Array.from({ length: 40 }, async () => await queue.acquire("mallory", patience));
  expect(await Promise.all(waiting.slice(32))).toEqual(Array.from({ length: 8 }, () => null));
  const other = queue.acquire("ada", patience);
  first?.release();
  expect(await other).not.toBeNull();
});
