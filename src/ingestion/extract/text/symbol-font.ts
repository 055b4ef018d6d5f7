/**
 * Characters of the font Symbol from 0x20 on. "\0" stands for no glyph or a partial one. Source:
 * https://www.unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt
 */
const SYMBOL = [
  " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
  "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼\0",
  "\0".repeat(32),
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵",
  "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓",
  "◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\0〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭\0",
].join("");
/**
 * Wingdings characters that occur in texts: bullets, check marks, boxes, arrows, hands, faces. Source:
 * https://www.unicode.org/L2/L2012/12052r-wingdings.pdf
 */
const WINGDINGS = new Map(
  Object.entries({
    0x21: "✏",
    0x22: "✂",
    0x28: "☎",
    0x2a: "✉",
    0x45: "☜",
    0x46: "☞",
    0x4a: "☺",
    0x4b: "😐",
    0x4c: "☹",
    0x6c: "●",
    0x6e: "■",
    0x6f: "□",
    0x71: "❑",
    0x72: "❒",
    0x74: "⧫",
    0x75: "◆",
    0x76: "❖",
    0x9f: "•",
    0xa1: "○",
    0xa7: "▪",
    0xa8: "◻",
    0xab: "★",
    0xd8: "➢",
    0xdf: "←",
    0xe0: "→",
    0xe1: "↑",
    0xe2: "↓",
    0xe8: "➔",
    0xf0: "⇨",
    0xfb: "✗",
    0xfc: "✓",
    0xfd: "☒",
    0xfe: "☑",
  }).map(([code, sign]) => [Number(code), sign]),
);
const FIRST = 0x20;
/**
 * Start of the private use area to which symbol fonts map their 256 characters:
 * https://www.unicode.org/faq/private_use.html
 */
const PRIVATE = 0xf000;
const PRIVATE_LETTERS = /[\uf020-\uf0ff]/g;

/**
 * Maps a one-byte code or private use code to the character that the font draws; null for an unknown code.
 */
export type SymbolFont = (code: number) => string | null;

const FONTS: Readonly<Record<string, SymbolFont>> = {
  symbol: (code) => {
    const sign = SYMBOL[withinByte(code) - FIRST] ?? "\0";
    return sign === "\0" ? null : sign;
  },
  wingdings: (code) => WINGDINGS.get(withinByte(code)) ?? null,
};

/** Returns null for a font that draws letters. */
export function symbolFont(name: string): SymbolFont | null {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(FONTS, key) ? (FONTS[key] ?? null) : null;
}

/** Replaces private use characters by the characters that the font draws. */
export function inSymbolFont(text: string, font: SymbolFont): string {
  return text.replace(PRIVATE_LETTERS, (letter) => font(letter.charCodeAt(0)) ?? letter);
}

function withinByte(code: number): number {
  return code >= PRIVATE ? code - PRIVATE : code;
}
