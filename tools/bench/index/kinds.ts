import { proseOf } from "./prose.ts";

/** Generators of index texts of about `bytes` bytes. */
export const KINDS: Readonly<Record<string, (bytes: number) => string>> = {
  prose: proseOf,
  chinese: chineseOf,
  lines: (bytes) => proseOf(bytes).replaceAll(" ", "\n"),
};

const BYTES_PER_CHARACTER = 3;
const FIRST = 0x4e00;
const CHARACTERS = 3_000;
const WORDS_PER_SENTENCE = 24;

/** Sentences of characters with a skewed frequency distribution, reproducible. */
function chineseOf(bytes: number): string {
  let state = 42;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const sentence = (): string =>
    `${Array.from({ length: WORDS_PER_SENTENCE }, () => String.fromCharCode(FIRST + Math.floor(CHARACTERS ** random()) - 1)).join("")}\u3002`;
  const paragraph = (): string => `${Array.from({ length: 8 }, sentence).join("")}\n\n`;
  let text = "";
  while (text.length * BYTES_PER_CHARACTER < bytes) text += paragraph();
  return text.slice(0, Math.floor(bytes / BYTES_PER_CHARACTER));
}
