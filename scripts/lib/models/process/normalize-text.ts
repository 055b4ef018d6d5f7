/** A normalized text as UTF-8, and the place of each byte in the original text. */
export interface NormalizedText {
  readonly bytes: Uint8Array;
  /** Start of the original character of each byte, in UTF-16 code units. */
  readonly starts: Int32Array;
  /** End of the original character of each byte, exclusive. */
  readonly ends: Int32Array;
}

/** SentencePiece writes a space as this character. */
const BOUNDARY = "\u2581";
/** A base with its marks, or the parts of a Korean syllable. */
const COMPOSABLE = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}+/gu;

/**
 * Normalizes as SentencePiece does: composes characters, replaces compatibility characters, turns runs of
 * spaces into one boundary, and begins with a boundary. An empty text stays empty.
 * @param text well-formed
 */
export function normalizeText(text: string, rules: ReadonlyMap<string, string>): NormalizedText {
  const output = new PlacedBytes(text.length);
  let isAfterSpace = false;
  const append = (characters: string, start: number, end: number): void => {
    for (const source of characters)
      for (const character of rules.get(source) ?? source) {
        const isSpace = character === " ";
        if (output.length === 0 && !isSpace && character !== BOUNDARY) output.append(BOUNDARY, 0, 0);
        if (!isSpace || !isAfterSpace) output.append(isSpace ? BOUNDARY : character, start, end);
        isAfterSpace = isSpace;
      }
  };
  for (const { part, start, end } of partsOf(text)) append(part, start, end);
  return output.finish();
}

interface Part {
  /** Composed characters that replace one range of the text. */
  readonly part: string;
  readonly start: number;
  readonly end: number;
}

function* partsOf(text: string): Generator<Part> {
  let at = 0;
  if (text.normalize("NFC") !== text)
    for (const { 0: cluster, index } of text.matchAll(COMPOSABLE)) {
      yield* charactersOf(text, at, index);
      at = index + cluster.length;
      yield { part: cluster.normalize("NFC"), start: index, end: at };
    }
  yield* charactersOf(text, at, text.length);
}

function* charactersOf(text: string, from: number, to: number): Generator<Part> {
  let start = from;
  for (const part of text.slice(from, to)) {
    yield { part, start, end: start + part.length };
    start += part.length;
  }
}

const MAX_CHARACTER_BYTES = 4;
const encoder = new TextEncoder();

/** A growing list of bytes with their places. */
class PlacedBytes {
  length = 0;
  #bytes: Uint8Array;
  #starts: Int32Array;
  #ends: Int32Array;

  constructor(characters: number) {
    const size = 64 + characters + (characters >> 2);
    [this.#bytes, this.#starts, this.#ends] = [
      new Uint8Array(size),
      new Int32Array(size),
      new Int32Array(size),
    ];
  }

  append(character: string, start: number, end: number): void {
    if (this.length + MAX_CHARACTER_BYTES > this.#bytes.length) this.#grow();
    const code = character.charCodeAt(0);
    let written = 1;
    if (code < 0x80) this.#bytes[this.length] = code;
    else ({ written } = encoder.encodeInto(character, this.#bytes.subarray(this.length)));
    this.#starts.fill(start, this.length, this.length + written);
    this.#ends.fill(end, this.length, this.length + written);
    this.length += written;
  }

  finish(): NormalizedText {
    const whole = { bytes: this.#bytes, starts: this.#starts, ends: this.#ends };
    return {
      bytes: whole.bytes.subarray(0, this.length),
      starts: whole.starts.subarray(0, this.length),
      ends: whole.ends.subarray(0, this.length),
    };
  }

  #grow(): void {
    const size = 2 * this.#bytes.length;
    const [bytes, starts, ends] = [new Uint8Array(size), new Int32Array(size), new Int32Array(size)];
    bytes.set(this.#bytes);
    starts.set(this.#starts);
    ends.set(this.#ends);
    [this.#bytes, this.#starts, this.#ends] = [bytes, starts, ends];
  }
}
