import { type NormalizedText, normalizeText } from "./normalize-text.ts";
import { PieceIndex } from "./piece-index.ts";
import type { TokenizerTables } from "./tokenizer-tables.ts";

/** The control tokens. Text never becomes one of them. */
export const TOKENS = { begin: 0, pad: 1, end: 2, unknown: 3 } as const;
const CONTROL_TOKENS = 4;
const UNKNOWN_PENALTY = 10;
/** Bytes of a boundary. */
const BOUNDARY_BYTES = [0xe2, 0x96, 0x81] as const;

/** The tokens of a text. Places are UTF-16 code units of the text, without the space before a word. */
export interface Tokens {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  /** Exclusive. */
  readonly ends: Int32Array;
}

/** A SentencePiece unigram tokenizer: the most probable sequence of pieces, in linear time. */
export class Tokenizer {
  readonly #tables: TokenizerTables;
  readonly #index: PieceIndex;
  readonly #unknownScore: number;

  constructor(tables: TokenizerTables) {
    this.#tables = tables;
    // The last piece is the mask of the model's training.
    const last = tables.scores.length - 1;
    this.#index = new PieceIndex(tables, (piece) => piece >= CONTROL_TOKENS && piece < last);
    this.#unknownScore = tables.scores.reduce((least, score) => Math.min(least, score)) - UNKNOWN_PENALTY;
  }

  /** @returns no tokens for an empty text */
  tokenize(text: string): Tokens {
    const normalized = normalizeText(text.toWellFormed(), this.#tables.normalization);
    const { pieces, froms } = this.#bestPieces(normalized.bytes);
    return placedTokens(normalized, pieces, froms, text.length);
  }

  /** For each end of a piece: the last piece of the best sequence up to there, and its start. */
  #bestPieces(bytes: Uint8Array) {
    const length = bytes.length;
    const best = new Float64Array(length + 1).fill(-Infinity);
    const pieces = new Int32Array(length + 1);
    const froms = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0; start < length; start += 1) {
      const before = best[start] ?? -Infinity;
      if (before === -Infinity) continue;
      const propose = (end: number, piece: number, score: number): void => {
        if (before + score <= (best[end] ?? 0)) return;
        [best[end], pieces[end], froms[end]] = [before + score, piece, start];
      };
      this.#eachPiece(bytes, start, propose);
      propose(endOfCharacter(bytes, start), TOKENS.unknown, this.#unknownScore);
    }
    return { pieces, froms };
  }

  #eachPiece(bytes: Uint8Array, start: number, take: (end: number, piece: number, score: number) => void) {
    const limit = Math.min(bytes.length, start + this.#index.maxBytes);
    let hash: number = PieceIndex.start;
    for (let at = start; at < limit; at += 1) {
      hash = PieceIndex.extend(hash, bytes[at] ?? 0);
      if (!this.#index.mayBegin(hash)) return;
      if (!isCharacterStart(bytes, at + 1)) continue;
      const piece = this.#index.find(hash, bytes, start, at + 1);
      if (piece >= 0) take(at + 1, piece, this.#tables.scores[piece] ?? 0);
    }
  }
}

function isCharacterStart(bytes: Uint8Array, at: number): boolean {
  return at >= bytes.length || ((bytes[at] ?? 0) & 0xc0) !== 0x80;
}

function endOfCharacter(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  while (!isCharacterStart(bytes, end)) end += 1;
  return end;
}

/** Follows the best pieces from the end. Unknown pieces side by side become one token, as in the reference. */
function placedTokens(
  { bytes, starts, ends }: NormalizedText,
  pieces: Int32Array,
  froms: Int32Array,
  textLength: number,
): Tokens {
  const tokens: { id: number; from: number; to: number }[] = [];
  for (let to = bytes.length; to > 0; to = froms[to] ?? 0) {
    const [id, from] = [pieces[to] ?? TOKENS.unknown, froms[to] ?? 0];
    const next = tokens.at(-1);
    if (id === TOKENS.unknown && next?.id === TOKENS.unknown) next.from = from;
    else tokens.push({ id, from, to });
  }
  tokens.reverse();
  const startOf = ({ from }: { from: number }): number => {
    const at = BOUNDARY_BYTES.every((byte, offset) => bytes[from + offset] === byte) ? from + 3 : from;
    return starts[at] ?? textLength;
  };
  const tokenStarts = Int32Array.from(tokens, startOf);
  return {
    ids: Int32Array.from(tokens, ({ id }) => id),
    starts: tokenStarts,
    ends: Int32Array.from(tokens, ({ to }, at) => Math.max(ends[to - 1] ?? 0, tokenStarts[at] ?? 0)),
  };
}
