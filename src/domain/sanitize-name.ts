/** Matches line breaks and tabs, which become spaces in a name. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/**
 * Matches other control characters, bidirectional controls and invisible characters. They can make two names
 * look equal. Joiners and variation selectors stay, because scripts and emoji need them.
 */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const NEEDED = /^(?:\u200c|\u200d|\p{Variation_Selector})$/u;
/** Matches a visible character. Spaces, lone marks, joiners and the blank Braille pattern are not visible. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{M}\p{Z}\u2800]/u;

/**
 * Sanitizes a name for storage: one line without control, bidirectional and invisible characters. Returns ""
 * if no visible character remains.
 */
export function sanitizeName(name: string): string {
  const clean = name.replace(LINE_BREAKS, " ").replace(INVISIBLE, (sign) => (NEEDED.test(sign) ? sign : ""));
  return VISIBLE.test(clean) ? clean : "";
}
