import { inSymbolFont, type SymbolFont, symbolFont } from "../text/symbol-font.ts";
import { charsetOfFont } from "./charset-of-font.ts";

// oxlint-disable-next-line no-control-regex -- ASCII is the same in all of them
const ASCII = /^[\x00-\x7f]*$/;
const MAX_NAME = 64;

/** Decodes bytes with the charsets in the font table of a document. */
export class RtfFonts {
  /** Number of the default font (`\deff`). */
  initial = 0;
  readonly #charsets = new Map<number, string>();
  readonly #names = new Map<number, string>();
  readonly #symbols = new Map<number, SymbolFont>();

  setCharset(font: number, charset: number): void {
    const encoding = charsetOfFont(charset);
    if (encoding !== null) this.#charsets.set(font, encoding);
  }

  /** @param part of the name in the font table; the name ends with ";" */
  addName(font: number, part: string): void {
    const name = ((this.#names.get(font) ?? "") + part).slice(0, MAX_NAME);
    this.#names.set(font, name);
    const symbol = symbolFont(name.split(";", 1)[0] ?? "");
    if (symbol !== null && name.includes(";")) this.#symbols.set(font, symbol);
  }

  /**
   * @param bytes one byte per character
   * @param charset of the document
   */
  decoded(font: number, bytes: string, charset: string): string {
    const symbol = this.#symbols.get(font);
    if (symbol !== undefined) return Array.from(bytes, (byte) => symbol(byte.charCodeAt(0)) ?? "").join("");
    if (ASCII.test(bytes)) return bytes;
    return new TextDecoder(this.#charsets.get(font) ?? charset).decode(
      Uint8Array.from(bytes, (char) => char.charCodeAt(0)),
    );
  }

  /** @param code UTF-16 code unit */
  letterOf(font: number, code: number): string {
    const [letter, symbol] = [String.fromCharCode(code), this.#symbols.get(font)];
    return symbol === undefined ? letter : inSymbolFont(letter, symbol);
  }
}
