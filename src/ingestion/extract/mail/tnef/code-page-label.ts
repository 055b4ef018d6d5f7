import { charsetOfCodePage } from "../../rtf/charset-of-font.ts";

/** Labels of code pages that messages declare, other than those of Windows. */
const LABELS: Readonly<Record<number, string>> = {
  20866: "koi8-r",
  21866: "koi8-u",
  50220: "iso-2022-jp",
  50221: "iso-2022-jp",
  51932: "euc-jp",
  54936: "gb18030",
};

export function codePageLabel(page: number): string {
  if (page >= 28592 && page <= 28605) return `iso-8859-${page - 28590}`;
  if (page >= 437 && page <= 869) return `cp${page}`;
  return LABELS[page] ?? charsetOfCodePage(page);
}
