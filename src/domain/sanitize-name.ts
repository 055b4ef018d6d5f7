/** Line breaks become spaces in a name. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/**
 * Other control characters, bidirectional controls and invisible characters, which can make two names look
 * equal. Joiners and variation selectors stay, because scripts and emoji need them.
 */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const NEEDED = /^(?:\u200c|\u200d|\p{Variation_Selector})$/u;
/** A visible character: no space, no lone mark or joiner, and not the blank Braille pattern. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{M}\p{Z}\u2800]/u;

/**
 * Sanitizes a name for storage: one line without control, bidirectional and invisible characters. "" when
 * nothing visible remains.
 */
export function sanitizeName(name: string): string {
  const clean = name.replace(LINE_BREAKS, " ").replace(INVISIBLE, (sign) => (NEEDED.test(sign) ? sign : ""));
  return VISIBLE.test(clean) ? clean : "";
}
