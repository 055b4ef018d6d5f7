import { analyse } from "chardet";
import { decodeAs } from "./decode-as.ts";
import { plausibility } from "./plausibility.ts";

/**
 * Size of the sample. It is taken around the first non-ASCII letters, because only they show the encoding.
 */
const SAMPLED_BYTES = 65_536;
const BEFORE = 256;
/** Number of bytes for the guess by letter pairs. More bytes hardly change the guess. */
const GUESSED_BYTES = 8_192;
/** Maximum bytes of words with non-ASCII letters to score. More bytes add no information. */
const WORD_BYTES = 1_200;
const FALLBACK = "windows-1252";
/**
 * Candidate encodings with a bonus that decides ties in favor of the most used encoding of a script. ISO
 * 8859-1, -9 and TIS-620 are missing, because they are subsets of Windows encodings.
 */
const CANDIDATES: readonly (readonly [label: string, bonus: number])[] = [
  [FALLBACK, 0.4],
  ["windows-1250", 0.1],
  ["windows-1254", -0.05],
  ["windows-1257", -0.35],
  ["iso-8859-2", 0],
  ["iso-8859-4", -0.1],
  ["macintosh", -0.1],
  ["cp850", -0.05],
  ["cp437", -0.1],
  ["cp852", -0.2],
  ["cp857", -0.2],
  ["cp775", -0.5],
  ["x-mac-ce", -0.3],
  ["windows-1251", 0.1],
  ["koi8-u", 0.1],
  ["ibm866", 0.1],
  ["iso-8859-5", 0],
  ["x-mac-cyrillic", 0],
  ["windows-1253", 0.1],
  ["iso-8859-7", 0],
  ["cp737", -0.1],
  ["windows-1255", 0.1],
  ["cp862", -0.4],
  ["windows-1256", 0.1],
  ["iso-8859-6", -0.3],
  ["windows-874", -0.2],
  ["shift_jis", 0.1],
  ["euc-jp", 0],
  ["gb18030", 0.1],
  ["big5", 0],
  ["euc-kr", 0],
];
/** Bonus in file names: archive programs write names in the local DOS encoding (APPNOTE.TXT, appendix D). */
const IN_NAMES: Readonly<Record<string, number>> = {
  cp437: 0.5,
  cp850: 0.45,
  cp852: 0.4,
  ibm866: 0.4,
  cp857: 0.4,
  cp737: 0.4,
};
/** Weight of the guess by letter pairs, relative to the score of the letters. */
const GUESS_WORTH = 0.3;
const CURRENCY_SIGN = 0xa4;
const EURO_LETTERS = new Set([0xa6, 0xa8, 0xb4, 0xb8]);

/**
 * Returns the most likely encoding of bytes that are not UTF-8, as a label for `decodeAs`
 * (https://encoding.spec.whatwg.org).
 */
export function detectCharset(bytes: Uint8Array, of: "text" | "names" = "text"): string {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === 0x1b);
  const sample = bytes.subarray(Math.max(0, first - BEFORE), Math.max(0, first - BEFORE) + SAMPLED_BYTES);
  const words = foreignWords(sample);
  const guesses = analyse(sample.subarray(0, GUESSED_BYTES)).filter(({ name }) => isDecodable(name));
  const [guess] = guesses;
  // Checks for ISO-2022, whose escape sequences are ASCII.
  if (
    words.length === 0 ||
    (guess !== undefined && guess.name.startsWith("ISO-2022") && guess.confidence > 50)
  ) {
    return guess?.name.toLowerCase() ?? FALLBACK;
  }
  const worth = new Map(
    guesses.map(
      ({ name, confidence }) => [knownAs(name.toLowerCase()), (confidence / 100) * GUESS_WORTH] as const,
    ),
  );
  const count = words.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  let [best, most] = [FALLBACK, Number.NEGATIVE_INFINITY];
  for (const [label, bonus] of CANDIDATES) {
    const text = decodeAs(label, words);
    if (text === null) continue;
    const score =
      plausibility(text, label) / count +
      bonus +
      (worth.get(label) ?? 0) +
      (of === "names" ? (IN_NAMES[label] ?? 0) : 0);
    if (score > most) [best, most] = [label, score];
  }
  return best === FALLBACK && isLatin9(sample) ? "iso-8859-15" : best;
}

/** Returns the candidate that is a superset of an encoding. */
function knownAs(name: string): string {
  const wider: Readonly<Record<string, string>> = {
    "iso-8859-1": FALLBACK,
    "iso-8859-9": "windows-1254",
    "iso-8859-8": "windows-1255",
    "koi8-r": "koi8-u",
  };
  return wider[name] ?? name;
}

/**
 * Returns the words with non-ASCII bytes, separated by spaces. Trail bytes of two-byte encodings may look
 * like ASCII from 0x40 on.
 */
function foreignWords(sample: Uint8Array): Uint8Array {
  const kept: number[] = [];
  for (let at = 0; at < sample.length && kept.length < WORD_BYTES;) {
    let end = at;
    let isForeign = false;
    while (end < sample.length && (sample[end] ?? 0) >= 0x40) {
      isForeign ||= (sample[end] ?? 0) >= 0x80;
      end += 1;
    }
    if (isForeign) kept.push(...sample.subarray(at, Math.min(end, at + WORD_BYTES)), 0x20);
    at = end + 1;
  }
  return Uint8Array.from(kept);
}

function isDecodable(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "utf-8";
  } catch {
    return false;
  }
}

/**
 * Whether the sample is Latin-9, which has the euro instead of a rare currency sign of Latin-1. Bytes that
 * are control characters in both encodings show windows-1252 instead.
 */
function isLatin9(sample: Uint8Array): boolean {
  const letters = sample.reduce((count, byte) => count + (EURO_LETTERS.has(byte) ? 1 : 0), 0);
  return (
    !sample.some((byte) => byte >= 0x80 && byte < 0xa0) && (sample.includes(CURRENCY_SIGN) || letters > 3)
  );
}
