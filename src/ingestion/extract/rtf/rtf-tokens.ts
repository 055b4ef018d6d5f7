const TOKEN =
  /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gy;
const CHARS_AT_ONCE = 8_192;

export type RtfToken =
  | { readonly kind: "word"; readonly word: string; readonly value: number | null }
  | { readonly kind: "symbol"; readonly symbol: string }
  | { readonly kind: "open" | "close" }
  /** Encoded text, whose characters depend on the code page. */
  | { readonly kind: "bytes"; readonly bytes: string };

/** Yields the tokens of a document in linear time. Skips `\bin` data. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  const source = oneCharAByte(bytes);
  TOKEN.lastIndex = 0;
  const token = new RegExp(TOKEN);
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const [, word, value, hex, symbol, brace, run] = found;
    if (word === "bin") token.lastIndex += Math.max(0, Number(value ?? 0));
    else if (word !== undefined)
      yield { kind: "word", word, value: value === undefined ? null : Number(value) };
    else if (hex !== undefined) yield { kind: "bytes", bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (symbol !== undefined) yield { kind: "symbol", symbol };
    else if (brace !== undefined) yield { kind: brace === "{" ? "open" : "close" };
    else if (run !== undefined) yield { kind: "bytes", bytes: run };
  }
}

function oneCharAByte(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHARS_AT_ONCE)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHARS_AT_ONCE)));
  return parts.join("");
}
