import type { Reading } from "../../../../src/models/reader.ts";
import { bestSpan } from "./best-span.ts";
import type { Model } from "./open-session.ts";
import { TOKENS, type Tokenizer, type Tokens } from "./tokenizer.ts";

const MAX_QUESTION_TOKENS = 48;
/** The reader was trained on windows of this length. */
const WINDOW_TOKENS = 256;
/** A window holds four control tokens: begin, two between question and passage, and end. */
const CONTROL_TOKENS = 4;
const OVERLAP_TOKENS = 64;
/** The rest of a longer passage stays unread. */
const MAX_WINDOWS = 4;

export interface ReaderManifest {
  /** The longest answer, in tokens. */
  readonly maxSpanTokens: number;
  /** Calibration: probability = sigmoid(logit ÷ temperature + bias). */
  readonly temperature: number;
  readonly bias: number;
}

/** Reads a passage together with a question. */
export class PassageReader {
  readonly #model: Model;
  readonly #tokenizer: Tokenizer;
  readonly #manifest: ReaderManifest;

  constructor(model: Model, tokenizer: Tokenizer, manifest: ReaderManifest) {
    this.#model = model;
    this.#tokenizer = tokenizer;
    this.#manifest = manifest;
  }

  /** The window with the highest margin gives the span, and the highest probability counts. */
  async read(question: string, passage: string): Promise<Reading> {
    const asked = this.#tokenizer.tokenize(question).ids.subarray(0, MAX_QUESTION_TOKENS);
    const tokens = this.#tokenizer.tokenize(passage);
    const room = WINDOW_TOKENS - asked.length - CONTROL_TOKENS;
    let best: Reading = { span: null, margin: 0, probability: 0 };
    for (const from of windowStarts(tokens.ids.length, room)) {
      const reading = await this.#readWindow(asked, tokens, passage, from, from + room);
      const winner = best.span === null || reading.margin > best.margin ? reading : best;
      best = { ...winner, probability: Math.max(best.probability, reading.probability) };
    }
    return best;
  }

  async #readWindow(
    asked: Int32Array,
    tokens: Tokens,
    passage: string,
    from: number,
    to: number,
  ): Promise<Reading> {
    const part = tokens.ids.subarray(from, to);
    const before = [TOKENS.begin, ...asked, TOKENS.end, TOKENS.end];
    const output = await this.#model(Int32Array.from([...before, ...part, TOKENS.end]));
    const { span: logits, answer } = output;
    if (logits === undefined || answer === undefined) throw new Error("The reader has other outputs.");
    const { maxSpanTokens, temperature, bias } = this.#manifest;
    const span = bestSpan(logits, before.length, before.length + part.length, maxSpanTokens);
    const noSpan = (logits[0] ?? 0) + (logits[1] ?? 0);
    const probability = 1 / (1 + Math.exp(-((answer[0] ?? 0) / temperature + bias)));
    if (span === null) return { span: null, margin: 0, probability };
    const place = { start: tokens.starts[from + span.first] ?? 0, end: tokens.ends[from + span.last] ?? 0 };
    return { span: withoutSpaces(passage, place), margin: span.score - noSpan, probability };
  }
}

/** @returns the first token of each window; none for an empty passage */
function windowStarts(tokens: number, room: number): number[] {
  const starts = tokens === 0 ? [] : [0];
  for (let at = 0; at + room < tokens && starts.length < MAX_WINDOWS;) {
    at += room - OVERLAP_TOKENS;
    starts.push(at);
  }
  return starts;
}

function withoutSpaces(text: string, { start, end }: { start: number; end: number }) {
  const words = text.slice(start, end);
  return { start: start + words.length - words.trimStart().length, end: start + words.trimEnd().length };
}
