type Utf16 = "utf-16le" | "utf-16be";

const MIN_UNITS = 8;
const PLAUSIBLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\s]*$/u;
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu;

interface Halves {
  /** Number of zero bytes among the upper bytes. */
  readonly zeros: number;
  /**
   * Number of upper bytes with one of the two most frequent values. An alphabet has only one or two upper
   * bytes.
   */
  readonly commonest: number;
}

/**
 * Detects UTF-16 of an alphabet without a byte-order mark. Nearly all its upper bytes have one of two values,
 * and one of them is zero for spaces and line ends. No single-byte encoding has such zeros.
 */
export function sniffAlphabetUtf16(sample: Uint8Array): Utf16 | null {
  const units = Math.floor(sample.length / 2);
  const [even, odd] = [halves(sample, 0), halves(sample, 1)];
  if (odd.zeros > 0 && odd.commonest >= 0.9 * units && even.zeros <= 0.02 * units)
    return confirmed("utf-16le", sample, units);
  if (even.zeros > 0 && even.commonest >= 0.9 * units && odd.zeros <= 0.02 * units)
    return confirmed("utf-16be", sample, units);
  return null;
}

/** Detects UTF-16 of Chinese, Japanese or Korean. Callers call this only for bytes that are not UTF-8. */
export function sniffEastAsianUtf16(sample: Uint8Array): Utf16 | null {
  const units = Math.floor(sample.length / 2);
  if (units < MIN_UNITS) return null;
  const zeros = { even: halves(sample, 0).zeros, odd: halves(sample, 1).zeros };
  for (const encoding of ["utf-16le", "utf-16be"] as const) {
    const [upper, lower] = encoding === "utf-16le" ? [zeros.odd, zeros.even] : [zeros.even, zeros.odd];
    // Pairs of ASCII letters look East Asian too, but in UTF-16 line ends and spaces have a zero byte.
    if (upper === 0 || lower > units * 0.02) continue;
    const text = decoded(encoding, sample, units);
    if (text !== null && (text.match(EAST_ASIAN)?.length ?? 0) >= (units - upper) * 0.8) return encoding;
  }
  return null;
}

function halves(sample: Uint8Array, from: 0 | 1): Halves {
  const counts = new Map<number, number>();
  for (let at = from; at < sample.length; at += 2)
    counts.set(sample[at] ?? 0, (counts.get(sample[at] ?? 0) ?? 0) + 1);
  const [first = 0, second = 0] = [...counts.values()].sort((a, b) => b - a);
  return { zeros: counts.get(0) ?? 0, commonest: first + second };
}

function confirmed(encoding: Utf16, sample: Uint8Array, units: number): Utf16 | null {
  const text = decoded(encoding, sample, units);
  return text !== null && PLAUSIBLE.test(text) ? encoding : null;
}

function decoded(encoding: Utf16, sample: Uint8Array, units: number): string | null {
  try {
    // Omits the last unit, because the sample may end inside a surrogate pair.
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(
      sample.subarray(0, 2 * units - 2),
    );
  } catch {
    return null;
  }
}
