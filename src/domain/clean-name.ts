/** Characters that break a line: a space in a name. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/**
 * Other control characters, those that turn the direction of writing, and what is not seen at all: with them a name can look like another one.
 * Joiners and variation selectors stay, as scripts and emoji need them.
 */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const NEEDED = /^(?:\u200c|\u200d|\p{Variation_Selector})$/u;
/** Something to be seen: no space, no mark or joiner alone, and not the blank pattern of Braille. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{M}\p{Z}\u2800]/u;

/** A name as it is kept and shown: one line, without control, bidirectional and invisible characters; "" when nothing of it can be seen. */
export function cleanName(name: string): string {
  const clean = name.replace(LINE_BREAKS, " ").replace(INVISIBLE, (sign) => (NEEDED.test(sign) ? sign : ""));
  return VISIBLE.test(clean) ? clean : "";
}
