const DIGIT = /\d/;

/** Whether a text contains the words, ignoring case, width and spaces; `15` does not contain `5`. */
export function containsText(text: string, words: string): boolean {
  const [hay, needle] = [plain(text), plain(words)];
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) {
    const end = at + needle.length;
    if (!isInNumber(hay, at) && !isInNumber(hay, end)) return true;
  }
  return false;
}

/** Whether the position is between two digits. */
function isInNumber(text: string, place: number): boolean {
  return DIGIT.test(text[place - 1] ?? "") && DIGIT.test(text[place] ?? "");
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
