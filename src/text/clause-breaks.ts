/** Letters of scripts that put no spaces between words and use few or no full stops. */
const LETTER = String.raw`[[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]&&[\p{L}\p{M}]]`;
const HAS_LETTER = new RegExp(LETTER, "v");
/**
 * White space that may end a clause. It stands between two such letters, or after a number or a foreign name.
 */
const GAP = new RegExp(
  String.raw`(?<=(${LETTER}|[ฯๆ])?["'”’\)\]]{0,2})\s{1,10}(?=["'“‘\(\[]{0,2}${LETTER})`,
  "gv",
);
/** Words that continue a clause. `GOES_ON` matches at the beginning of a clause, `HANGS` at the end. */
const GOES_ON =
  /^["'“‘([]{0,2}(?:และ|หรือ|ซึ่ง|ที่|โดย|เพื่อ|เช่น|ได้แก่|คือ|กับ|ของ|รวมถึง|รวมทั้ง|ว่า|จึง|จาก|ໂດຍ|ແລະ|ຫຼື|ທີ່|ເຊິ່ງ|ເພື່ອ|និង|ឬ|ដែល|ដោយ|ដើម្បី|ครั้ง|คน|ปี|ล้าน|เปอร์เซ็นต์)/u;
const HANGS = /(?:และ|หรือ|ซึ่ง|คือ|ว่า|ได้แก่|เช่น|กับ|ของ|ใน|ที่|ແລະ|ຫຼື|ວ່າ|និង|ឬ|ថា)$/u;
const [MIN, LONG] = [70, 200];
const MAX_WORD = 20;

/** Whether a text contains letters of Thai, Lao, Khmer or Burmese. */
export function hasUnspacedScript(text: string): boolean {
  return HAS_LETTER.test(text);
}

/**
 * Splits a sentence of an unspaced script at white space, so that a quotation is shorter than a paragraph. In
 * Thai and Lao, only a space ends a sentence. A clause has at least 70 characters.
 * @returns the ends of all clauses except the last, in order
 */
export function clauseBreaks(text: string, start: number, end: number): number[] {
  const ends: number[] = [];
  let from = start;
  const stretch = text.slice(start, end);
  for (const { 0: gap, 1: letter, index } of stretch.matchAll(GAP)) {
    const [at, next] = [start + index, start + index + gap.length];
    if (at - from < MIN || end - next < MIN || (letter === undefined && at - from < LONG)) continue;
    if (GOES_ON.test(text.slice(next, next + MAX_WORD)) || HANGS.test(text.slice(at - MAX_WORD, at)))
      continue;
    ends.push(at);
    from = next;
  }
  return ends;
}
