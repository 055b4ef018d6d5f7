import topLevelNames from "tlds" with { type: "json" };

/**
 * Matches a character of a host label. Accepts as much as clients that autolink plain text: all but
 * whitespace, punctuation and link terminators.
 */
const LABEL = String.raw`(?:[\p{L}\p{M}\p{N}\p{Co}\p{Cn}_-]|(?![<>|])\p{S}|\|(?=\.))`;
/**
 * Matches text that a client may autolink: URLs with and without a scheme, mailboxes, numbers with a path,
 * and hosts, also with character references. GitHub's Markdown ends a link only at whitespace and "<", so the
 * match includes text after a quotation mark or bracket. Browsers read a backslash after a scheme as a slash.
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
/**
 * Matches the backslash of an escape. Markdown removes the backslash, and some clients autolink the remaining
 * text.
 */
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;
/** Matches signs of Markdown that part words. */
const PARTING = /[`*~|()[\]{}<>"'^=]+/g;
/** Matches invisible characters, which could hide a URL from these patterns. */
const INVISIBLE = /\p{Cf}/gu;
/** Matches fullwidth forms, which URL parsers map to ASCII. */
const FULLWIDTH = /[．／：＠？＃０-９Ａ-Ｚａ-ｚ]/gu;
const FULLWIDTH_OFFSET = 0xfee0;
const PUNCTUATION = /[.,;:!?…)\]}>"'»”’“*_~|`，。！？；：、）】」』]{1,16}$/u;
const OPENING = /^[`*_~]{1,16}/;

/** All top-level domains in the IANA list. */
const TOP_LEVEL: ReadonlySet<string> = new Set(topLevelNames);

interface Address {
  readonly at: number;
  readonly text: string;
}

/** True if a sentence contains markup, or a URL that none of its cited texts contains in full. */
export function hasInjectedContent(text: string, sources: readonly string[]): boolean {
  if (MARKUP.test(text)) return true;
  const addresses = addressesIn(text);
  if (addresses.length === 0) return false;
  const known = new Set(sources.flatMap(addressesIn));
  return addresses.some((address) => !known.has(address));
}

/** The addresses that the input of a model contains. */
export interface AddressBook {
  /** True if the text has addresses, all of them known. */
  readonly hasAll: (text: string) => boolean;
  /** True if the text has an address that is not known. */
  readonly lacks: (text: string) => boolean;
  /** True if the address itself is known. */
  readonly has: (address: string) => boolean;
}

export function addressBook(texts: readonly string[]): AddressBook {
  const known = new Set(texts.flatMap(addressesIn));
  const has = (address: string): boolean => known.has(address);
  return {
    has,
    hasAll: (text) => {
      const all = addressesIn(text);
      return all.length > 0 && all.every(has);
    },
    lacks: (text) => !addressesIn(text).every(has),
  };
}

/** Matches a character that no address contains. Unspaced scripts end a run at their punctuation. */
export const RUN_BREAK = /[\s。、，；！「」『』（）]/u;
const REMOVED = "…";

/**
 * Replaces each address that is not known by an ellipsis. The result for a run of characters depends on this
 * run and the next character only, so that more text never changes it.
 * @param separator a character that separates runs, in addition to white space
 */
export function replaceForeignAddresses(text: string, known: AddressBook, separator: string): string {
  const run = new RegExp(`[^\\s。、，；！「」『』（）${separator}]+`, "gu");
  return text.replace(run, (each, at: number) => {
    const after = text[at + each.length] ?? "";
    // Clients end an address at white space only, so that text behind it would extend it.
    const gap = after !== "" && !/\s/.test(after) && after !== separator && known.hasAll(each) ? " " : "";
    return `${known.lacks(each) ? withoutForeign(each, known) : each}${gap}`;
  });
}

function withoutForeign(run: string, known: AddressBook): string {
  let [kept, from] = ["", 0];
  for (const { at, text } of findAddresses(run)) {
    const opening = OPENING.exec(text)?.[0] ?? "";
    const address = text.slice(opening.length).replace(PUNCTUATION, "");
    if (known.has(address)) continue;
    kept += run.slice(from, at + opening.length) + REMOVED;
    from = at + opening.length + address.length;
  }
  const rest = kept + run.slice(from);
  return known.lacks(rest) ? REMOVED : rest;
}

/**
 * Returns the URLs in the raw text and in the text as Markdown renders it, without the final punctuation of
 * the sentence.
 */
function addressesIn(text: string): string[] {
  const seen = text.replace(INVISIBLE, "");
  const shown = seen.replace(ESCAPE, "");
  // Clients may read these signs as the start of a word, although a host may contain some of them.
  const parted = shown.replace(PARTING, " ");
  const views = [...new Set([seen, shown, parted])];
  return views.flatMap((view) =>
    [...findAddresses(view)].map((found) => found.text.replace(OPENING, "").replace(PUNCTUATION, "")),
  );
}

function* findAddresses(text: string): Generator<Address> {
  const read = toAscii(text);
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

/**
 * True if the text may be a host. Clients disagree about the end of a host, so any label but the first may be
 * a top-level domain. Before a path, any label may be one.
 */
function isHost(host: string, hasPath: boolean): boolean {
  const labels = host.normalize("NFKC").toLowerCase().split(".");
  const last = labels.at(-1) ?? "";
  if (hasPath && /^(?:\p{L}{2,24}|xn--[a-z\d-]{1,59})$/u.test(last)) return true;
  if (labels.some((label) => /(?<![\p{L}\p{N}])www$/u.test(label))) return true;
  return labels.slice(1).some((label) => TOP_LEVEL.has(label) || label.startsWith("xn--"));
}

/** Replaces fullwidth forms by ASCII and keeps the length of the text. */
function toAscii(text: string): string {
  return text.replace(FULLWIDTH, (character) =>
    String.fromCodePoint((character.codePointAt(0) ?? 0) - FULLWIDTH_OFFSET),
  );
}
