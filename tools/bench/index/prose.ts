import { wordOf } from "../scale/fill-index.ts";

const WORDS = 20_000;
const WORDS_PER_SENTENCE = 14;
const SENTENCES_PER_PARAGRAPH = 7;

/** Paragraphs with the skewed word frequencies of a language, reproducible by `seed`. */
export function proseOf(characters: number, seed = 0): string {
  let state = 42 + seed;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const paragraphs: string[] = [];
  for (let length = 0; length < characters;) {
    const sentences = Array.from({ length: SENTENCES_PER_PARAGRAPH }, () =>
      Array.from({ length: WORDS_PER_SENTENCE }, () => wordOf(Math.floor(WORDS ** random()) - 1)).join(" "),
    );
    const paragraph = `${sentences.join(". ")}.`;
    paragraphs.push(paragraph);
    length += paragraph.length + 2;
  }
  return paragraphs.join("\n\n").slice(0, characters);
}
