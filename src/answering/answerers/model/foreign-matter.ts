/** What a client may make a link of: with a scheme, without one, of a mailbox, or a host with a path. */
const ADDRESS =
  /(?:[a-z][a-z\d+.-]{1,20}:\/{2}|\/{2}|www\.|(?:mailto|javascript|data|tel):)[^\s<>"')\]]{1,500}|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}|(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}\/[^\s<>"')\]]{1,500}/giu;
const MARKUP = /<[a-z/!?]|!\[|\][([:]/iu;
/** Characters that nobody sees, and that would hide an address from these expressions alone. */
const UNSEEN = /\p{Cf}/gu;
const PUNCTUATION = /[.,;:!?…]{1,8}$/u;

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
  const places = [seen.search(MARKUP), seen.search(ADDRESS)].filter((at) => at >= 0);
  return places.length === 0 ? text : seen.slice(0, Math.min(...places));
}

/** A full stop behind an address ends its sentence. */
function addressesIn(text: string): string[] {
  return [...text.replace(UNSEEN, "").matchAll(ADDRESS)].map(([address]) => address.replace(PUNCTUATION, ""));
}
