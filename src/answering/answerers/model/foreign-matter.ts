/**
 * What a client may make a link of: with a scheme, without one, of a mailbox, a host with a path, a host alone; a reference may stand for any character
 * of one. Clients of GitHub's Markdown end a link
 * at white space and at "<" alone, so that what stands behind a quote or a bracket is a part of it.
 */
const ADDRESS =
  /(?:[a-z][a-z\d+.-]{1,20}:\/{2}|\/{2}|www\.|(?:mailto|javascript|vbscript|data|blob|tel|sms|sip|xmpp|magnet|bitcoin):)[^\s<]+|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?<![\p{L}\p{M}\p{N}_.-])(?:\d{1,3}(?:\.\d{1,3}){3}(?:[/?#]|:\d)[^\s<]*|(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:(?:\p{L}{2,24}|xn--[a-z\d-]{1,59})(?:[/?#]|:\d)[^\s<]*|(?:(?!js|ts)[a-z]{2}|com|net|org|info|biz|edu|gov|pro|web|app|dev|xyz|name|shop|site|online|cloud|рф)(?![\p{L}\p{M}\p{N}_-]|\.[\p{L}\p{N}])))|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu;
const MARKUP = /<[a-z/!?]|!\[|\][([:]/iu;
/** Characters that nobody sees, and that would hide an address from these expressions alone. */
const UNSEEN = /\p{Cf}/gu;
/** Wide forms of what addresses are written with: what looks up a host takes them for the usual ones. */
const WIDE = /[．／：＠？＃０-９Ａ-Ｚａ-ｚ]/gu;
const WIDE_OFFSET = 0xfee0;
const PUNCTUATION = /[.,;:!?…)\]}>"'»”’“*_~|`，。！？；：、）】」』]{1,16}$/u;

/** Whether a sentence holds markup, or an address that none of the texts that it rests on has, whole. */
export function hasForeignMatter(text: string, sources: readonly string[]): boolean {
  if (MARKUP.test(text)) return true;
  const addresses = addressesIn(text);
  if (addresses.length === 0) return false;
  const known = new Set(sources.flatMap(addressesIn));
  return addresses.some((address) => !known.has(address));
}

/** The beginning of a sentence that is being written, up to the first of these. */
export function beforeForeignMatter(text: string): string {
  const seen = text.replace(UNSEEN, "");
  const places = [seen.search(MARKUP), narrow(seen).search(ADDRESS)].filter((at) => at >= 0);
  return places.length === 0 ? text : seen.slice(0, Math.min(...places));
}

/** What ends the sentence around an address is no part of it. */
function addressesIn(text: string): string[] {
  return [...narrow(text.replace(UNSEEN, "")).matchAll(ADDRESS)].map(([address]) => address.replace(PUNCTUATION, ""));
}

/** As long as it was. */
function narrow(text: string): string {
  return text.replace(WIDE, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) - WIDE_OFFSET));
}
