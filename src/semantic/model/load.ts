import { SentenceEncoder } from "./encoder.ts";
import { type Tensor, Tensors } from "./tensors.ts";
import { WordTable } from "./word-table.ts";

export const FILES = {
  words: "words.bin",
  wordList: "words.txt",
  encoder: "encoder.bin",
  pieces: "pieces.txt",
  axes: "axes.bin",
} as const;

/**
 * Reads a file of the folder `semantic`.
 * @throws Error when the file is missing
 */
export type ReadFile = (name: string) => Promise<ArrayBuffer>;

export interface LoadedEncoder {
  readonly encoder: SentenceEncoder;
  readonly axes: Tensor<Float32Array>;
}

export async function loadWords(read: ReadFile, kernel: WebAssembly.Module | null): Promise<WordTable> {
  const [rows, list] = await Promise.all([read(FILES.words), read(FILES.wordList)]);
  return new WordTable(new Tensors(rows), new TextDecoder().decode(list), kernel);
}

export async function loadEncoder(read: ReadFile, kernel: WebAssembly.Module | null): Promise<LoadedEncoder> {
  const files = [FILES.encoder, FILES.pieces, FILES.axes] as const;
  const [weights, pieces, axes] = await Promise.all([read(files[0]), read(files[1]), read(files[2])]);
  const encoder = new SentenceEncoder(new Tensors(weights), new TextDecoder().decode(pieces), kernel);
  return { encoder, axes: new Tensors(axes).floats("axes") };
}
