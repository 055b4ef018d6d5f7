export interface TextHeading {
  readonly at: number;
  readonly level: number;
  readonly title: string;
}

const HEADING = /^(#{1,3}) (\S.{0,199})/gm;
const MAX_HEADINGS = 200;

/** The headings of a text as extractors write them, down to the third level. */
export function headingsOf(text: string): readonly TextHeading[] {
  const headings: TextHeading[] = [];
  for (const { index, 1: signs = "", 2: title = "" } of text.matchAll(HEADING)) {
    headings.push({ at: index, level: signs.length, title });
    if (headings.length === MAX_HEADINGS) break;
  }
  const top = Math.min(...headings.map(({ level }) => level));
  return headings.map((heading) => ({ ...heading, level: heading.level - top + 1 }));
}
