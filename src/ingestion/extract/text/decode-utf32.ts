const CHARS_AT_ONCE = 8_192;
const LAST_CODE_POINT = 0x10_ffff;

export type Utf32 = "utf-32le" | "utf-32be";

/** Decodes UTF-32, which `TextDecoder` does not support. Invalid characters become U+FFFD. */
export function decodeUtf32(encoding: Utf32, bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  let points: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, encoding === "utf-32le");
    points.push(point > LAST_CODE_POINT || (point >= 0xd800 && point <= 0xdfff) ? 0xfffd : point);
    if (points.length < CHARS_AT_ONCE) continue;
    parts.push(String.fromCodePoint(...points));
    points = [];
  }
  return parts.join("") + String.fromCodePoint(...points);
}

/** Detects UTF-32 without a byte-order mark: nearly all upper byte pairs of its characters are zero. */
export function utf32ByZeros(sample: Uint8Array): Utf32 | null {
  const zeros = [0, 0, 0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 4] = (zeros[at % 4] ?? 0) + 1;
  const most = Math.floor(sample.length / 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros;
  if (most < 2) return null;
  if (third + fourth >= 1.9 * most && first < most * 0.5) return "utf-32le";
  if (first + second >= 1.9 * most && fourth < most * 0.5) return "utf-32be";
  return null;
}
