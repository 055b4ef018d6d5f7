/** Labels of Windows code pages for `TextDecoder`. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
  10_000: "macintosh",
  10_007: "x-mac-cyrillic",
  65_001: "utf-8",
};

/** Charset labels by a font's `\fcharset`. */
const FONT_CHARSETS: Readonly<Record<number, string>> = {
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gb18030",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};

export function charsetOfCodePage(page: number): string {
  return page >= 1250 && page <= 1258 ? `windows-${page}` : (CODE_PAGES[page] ?? "windows-1252");
}

/** Returns null if the code page of the document applies. */
export function charsetOfFont(charset: number): string | null {
  return FONT_CHARSETS[charset] ?? null;
}
