/** The tables of a SentencePiece unigram model, as `tools/weights` writes them. */
export interface TokenizerTables {
  /** UTF-8 bytes of all pieces. */
  readonly bytes: Uint8Array;
  /** Start of each piece in `bytes`, and the end of the last one. */
  readonly starts: Uint32Array;
  /** Log probability of each piece. */
  readonly scores: Float32Array;
  /** Replacements of single characters. A character may disappear. */
  readonly normalization: ReadonlyMap<string, string>;
}

const MAGIC = "UNI1";
const HEADER_BYTES = 16;

/** @throws Error if the file is no such table */
export function parseTokenizerTables(file: Uint8Array): TokenizerTables {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < HEADER_BYTES || Buffer.from(file.subarray(0, 4)).toString("latin1") !== MAGIC)
    throw new Error("The tokenizer file has an unknown form.");
  const [pieces, pieceBytes, ruleBytes] = [4, 8, 12].map((at) => view.getUint32(at, true));
  if (pieces === undefined || pieceBytes === undefined || ruleBytes === undefined)
    throw new Error("The tokenizer file has no counts.");
  const lengthsAt = HEADER_BYTES + 4 * pieces;
  const bytesAt = lengthsAt + pieces;
  const rulesAt = bytesAt + pieceBytes;
  if (file.length !== rulesAt + ruleBytes) throw new Error("The tokenizer file is incomplete.");
  const scores = Float32Array.from({ length: pieces }, (_, at) =>
    view.getFloat32(HEADER_BYTES + 4 * at, true),
  );
  const starts = new Uint32Array(pieces + 1);
  for (let at = 0; at < pieces; at += 1) starts[at + 1] = (starts[at] ?? 0) + (file[lengthsAt + at] ?? 0);
  const rules = new TextDecoder().decode(file.subarray(rulesAt)).split("\0");
  const normalization = new Map<string, string>();
  for (let at = 0; at + 1 < rules.length; at += 2) normalization.set(rules[at] ?? "", rules[at + 1] ?? "");
  return { bytes: file.slice(bytesAt, rulesAt), starts, scores, normalization };
}
