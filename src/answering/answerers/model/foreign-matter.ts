import topLevelNames from "tlds" with { type: "json" };

/** A character of a host's label, as lenient as the clients that make links of plain text: all but space, punctuation and what ends a link. */
const LABEL = String.raw`(?:[\p{L}\p{M}\p{N}\p{Co}\p{Cn}_-]|(?![<>|])\p{S})`;
/**
 * What a client may make a link of: with a scheme, without one, of a mailbox, a number with a path, a host; a reference may stand for any
 * character of one. Clients of GitHub's Markdown end a link at white space and at "<" alone, so that what stands behind a quote or a bracket is a
 * part of it. Browsers take a backslash behind a scheme for a slash.
 */
const ADDRESS = new RegExp(
  [
    String.raw`(?:[a-z][a-z\d+.-]{1,20}:[\/\\]{2}|www\.)[^\s<]*`,
    String.raw`(?:\/{2}|(?:mailto|javascript|vbscript|data|blob|tel|sms|sip|xmpp|magnet|bitcoin):)[^\s<]+`,
    String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:${LABEL}+\.+|\.+)${LABEL}+(?:\.+${LABEL}+)*`,
    String.raw`(?<![\p{L}\p{M}\p{N}_.-])\d{1,3}(?:\.\d{1,3}){3}(?:[/?#]|:\d)[^\s<]*`,
    String.raw`(?<!\.|${LABEL})(?<host>${LABEL}+(?:\.${LABEL}+)+)(?:(?<path>(?=[/?#]|:\d))|)`,
    String.raw`&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});`,
  ].join("|"),
  "giu",
);
const MARKUP = /<[a-z/!?]|!\[|\][([:]/iu;
/** Markdown takes the backslash away, and some clients look for addresses in what is left. */
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;
/** Characters that nobody sees, and that would hide an address from these expressions alone. */
const UNSEEN = /\p{Cf}/gu;
/** Wide forms of what addresses are written with: what looks up a host takes them for the usual ones. */
const WIDE = /[．／：＠？＃０-９Ａ-Ｚａ-ｚ]/gu;
const WIDE_OFFSET = 0xfee0;
const PUNCTUATION = /[.,;:!?…)\]}>"'»”’“*_~|`，。！？；：、）】」』]{1,16}$/u;
const OPENING = /^[`*_~]{1,16}/;

/** All names that stand at the top of the domain name system, of the list of IANA. */
const TOP_LEVEL: ReadonlySet<string> = new Set(topLevelNames);

interface Address {
  readonly at: number;
  readonly text: string;
}

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
  const [written] = findAddresses(seen);
  const [read] = findAddresses(seen.replace(ESCAPE, ""));
  const places = [seen.search(MARKUP), written?.at ?? -1, read === undefined ? -1 : placeBeforeEscapes(seen, read.at)];
  const found = places.filter((at) => at >= 0);
  return found.length === 0 ? text : seen.slice(0, Math.min(...found));
}

/** As they are written, and as Markdown shows them. What ends the sentence around an address is no part of it. */
function addressesIn(text: string): string[] {
  const seen = text.replace(UNSEEN, "");
  const shown = seen.replace(ESCAPE, "");
  const views = shown === seen ? [seen] : [seen, shown];
  return views.flatMap((view) => [...findAddresses(view)].map((found) => found.text.replace(OPENING, "").replace(PUNCTUATION, "")));
}

function* findAddresses(text: string): Generator<Address> {
  const read = narrow(text);
  const [address, rest] = [new RegExp(ADDRESS), /[^\s<]*/y];
  for (let match = address.exec(read); match !== null; match = address.exec(read)) {
    const { 0: found, index, groups } = match;
    const [host, hasPath] = [groups?.["host"], groups?.["path"] !== undefined];
    if (host === undefined) {
      yield { at: index, text: found };
    } else if (isHost(host, hasPath)) {
      rest.lastIndex = address.lastIndex;
      const path = hasPath ? (rest.exec(read)?.[0] ?? "") : "";
      address.lastIndex += path.length;
      yield { at: index, text: host + path };
    }
  }
}

/** Clients differ in where a host ends, so a name of the top level counts at each place but the first. Before a path any word does. */
function isHost(host: string, hasPath: boolean): boolean {
  const labels = host.normalize("NFKC").toLowerCase().split(".");
  const last = labels.at(-1) ?? "";
  if (hasPath && /^(?:\p{L}{2,24}|xn--[a-z\d-]{1,59})$/u.test(last)) return true;
  if (labels.some((label) => /(?<![\p{L}\p{N}])www$/u.test(label))) return true;
  return labels.slice(1).some((label) => TOP_LEVEL.has(label) || label.startsWith("xn--"));
}

/** Where a place of the text without escapes stands in the text with them. */
function placeBeforeEscapes(text: string, place: number): number {
  let removed = 0;
  for (const { index } of text.matchAll(ESCAPE)) {
    if (index - removed >= place) break;
    removed += 1;
  }
  return place + removed;
}

/** As long as it was. */
function narrow(text: string): string {
  return text.replace(WIDE, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) - WIDE_OFFSET));
}
