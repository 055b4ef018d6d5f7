/** Letters and signs of scripts that put no spaces between words and few stops, or none, behind sentences. */
const LETTER = String.raw`[[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]&&[\p{L}\p{M}]]`;
const HAS_LETTER = new RegExp(LETTER, "v");
/** White space where a clause may end: between two such letters, or behind a number or a name in other letters. */
const GAP = new RegExp(String.raw`(?<=(${LETTER}|[ฯๆ])?["'”’\)\]]{0,2})\s{1,10}(?=["'“‘\(\[]{0,2}${LETTER})`, "gv");
/** What the next words begin with when they continue, and what the last ones end with. */
const GOES_ON =
  /^["'“‘([]{0,2}(?:และ|หรือ|ซึ่ง|ที่|โดย|เพื่อ|เช่น|ได้แก่|คือ|กับ|ของ|รวมถึง|รวมทั้ง|ว่า|จึง|จาก|ໂດຍ|ແລະ|ຫຼື|ທີ່|ເຊິ່ງ|ເພື່ອ|និង|ឬ|ដែល|ដោយ|ដើម្បី|ครั้ง|คน|ปี|ล้าน|เปอร์เซ็นต์)/u;
const HANGS = /(?:และ|หรือ|ซึ่ง|คือ|ว่า|ได้แก่|เช่น|กับ|ของ|ใน|ที่|ແລະ|ຫຼື|ວ່າ|និង|ឬ|ថា)$/u;
const [MIN, LONG] = [70, 200];
const MAX_WORD = 20;

/** Whether a text has any of these scripts. */
export function isUnspaced(text: string): boolean {
  return HAS_LETTER.test(text);
}

/**
 * Where a stretch of such a text is cut at white space, so that what is quoted is no whole paragraph: in Thai and Lao a space is all that
 * ends a sentence. A piece has 70 characters at least.
 * @returns the ends of the pieces but the last one's, in order
 */
export function clauseEnds(text: string, start: number, end: number): number[] {
  const ends: number[] = [];
  let from = start;
  const stretch = text.slice(start, end);
  for (const { 0: gap, 1: letter, index } of stretch.matchAll(GAP)) {
    const [at, next] = [start + index, start + index + gap.length];
    if (at - from < MIN || end - next < MIN || (letter === undefined && at - from < LONG)) continue;
    if (GOES_ON.test(text.slice(next, next + MAX_WORD)) || HANGS.test(text.slice(at - MAX_WORD, at))) continue;
    ends.push(at);
    from = next;
  }
  return ends;
}
