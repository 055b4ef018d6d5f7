import { writeFile } from "node:fs/promises";
import { SubwordTokenizer } from "../../src/semantic/model/subword-tokenizer.ts";
import type { OriginalEncoder } from "./original-encoder.ts";
import { encodeReference } from "./encode-reference.ts";
import { plainSentences } from "./sentence-axes.ts";
import type { WordNet } from "./word-net.ts";

const FROM_WORDNET = 188;
const INT16_MAX = 32_767;
const MAX_PIECES = 128;
/** Sentences with features of workspace texts that dictionary definitions lack. */
const OTHERS = [
  "Hello, how are you?",
  "No.",
  "REVENUE GREW BY 12.5 % IN Q3/2025 (2024: 8.1 %).",
  "Can I bring my dog on the ferry?",
  "The fee is 40 €; children under twelve enter free — except on Sundays.",
  "https://example.com/a/b?c=d&e=f#g",
  "Über Straße, naïve café, Łódź and 東京 are written with other letters.",
  "function add(a, b) { return a + b; } // adds two numbers",
  "1998 2003 2011 40 1,536 99.98",
  "The keeper writes down the weather four times a day, and sends the figures to the institute on the mainland, where they are compared with those of the other stations along the coast; when the line is down, which happens in most winters, she keeps them in a book and reads them out over the radio as soon as somebody answers, slowly and twice, because the man at the other end is old and does not hear well any more, and because a wrong figure once sent a fishing boat out into a storm from which it came back only three days later, with a broken mast, no food left, and a crew that never again trusted what they were told about the sea by people who sat in a warm room.",
  "Ｆｕｌｌ　ｗｉｄｔｈ and ﬁne ligatures",
  "😀 She laughed and laughed 😀😀",
];

/**
 * A repetitive text instead of a sentence: repetition accumulates the rounding errors of the same few
 * weights.
 */
const REPEATED = "so it goes on and on ".repeat(40).trim();

/**
 * Writes 200 sentences, one repetitive text and their vectors by the published weights. A value takes two
 * bytes, in units of 1/32,000.
 */
export async function writeReference(
  path: string,
  original: OriginalEncoder,
  wordnet: WordNet,
): Promise<void> {
  const sentences = [...OTHERS, ...plainSentences(wordnet, FROM_WORDNET), REPEATED];
  const pieces = new SubwordTokenizer(original.vocabulary);
  const vectors = sentences.map((sentence) =>
    encodeReference(original, pieces.tokenize(sentence).slice(0, MAX_PIECES)),
  );
  const values = Int16Array.from(vectors.flat(), (value) => Math.round(value * INT16_MAX));
  await writeFile(`${path}.txt`, `${sentences.join("\n")}\n`);
  await writeFile(`${path}.bin`, new Uint8Array(values.buffer));
}
