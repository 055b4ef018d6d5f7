import { analyse } from "chardet";

/** Around the first letters that are not ASCII: there the encoding shows. */
const SAMPLED_BYTES = 65_536;
const BEFORE = 256;
/** Below it, a guess is no better than the commonest encoding. */
const LEAST_CONFIDENCE = 20;
const FALLBACK = "windows-1252";
/** What Ukrainian has beside the letters of Russian; boxes are drawn with these in KOI8-R. */
const UKRAINIAN = new Set([0xa4, 0xa6, 0xa7, 0xad, 0xb4, 0xb6, 0xb7, 0xbd]);
const CURRENCY_SIGN = 0xa4;
const EURO_LETTERS = new Set([0xa6, 0xa8, 0xb4, 0xb8]);

/** The encoding that bytes which are no UTF-8 most likely have, as a label of the platform's decoder (https://encoding.spec.whatwg.org). */
export function detectCharset(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === 0x1b);
  const sample = bytes.subarray(Math.max(0, first - BEFORE), Math.max(0, first - BEFORE) + SAMPLED_BYTES);
  const found = analyse(sample).find(({ name }) => isDecodable(name));
  const name = found === undefined || found.confidence < LEAST_CONFIDENCE ? FALLBACK : found.name.toLowerCase();
  if (name === "koi8-r" && countOf(sample, UKRAINIAN) * 200 > sample.length) return "koi8-u";
  const isLatin = name === "iso-8859-1" || name === FALLBACK;
  return isLatin && isLatin9(sample) ? "iso-8859-15" : name;
}

function isDecodable(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "utf-8";
  } catch {
    return false;
  }
}

function countOf(sample: Uint8Array, wanted: ReadonlySet<number>): number {
  return sample.reduce((count, byte) => count + (wanted.has(byte) ? 1 : 0), 0);
}

/** Latin-9 writes the euro where Latin-1 has a sign that nobody writes; windows-1252 uses bytes that both leave to controls. */
function isLatin9(sample: Uint8Array): boolean {
  return !sample.some((byte) => byte >= 0x80 && byte < 0xa0) && (sample.includes(CURRENCY_SIGN) || countOf(sample, EURO_LETTERS) > 3);
}
