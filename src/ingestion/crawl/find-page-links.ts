import { decodeHTMLAttribute } from "entities";
import { ExtractionError } from "../../domain/extraction-error.ts";
import { isHtmlType, mediaTypeOf } from "../../domain/media-type.ts";
import { type FoundPage, type LinkRules, MAX_LINK_CHARS, MAX_LINKS } from "../../domain/site-crawl.ts";
import { fileNameFromUrl } from "../../net/name-from-url.ts";
import { runCooperatively } from "../../text/run-cooperatively.ts";
import { decodeText } from "../extract/text/decode-text.ts";
import { htmlTokens } from "../extract/html/html-tokens.ts";
import { readXml, type XmlAttributes } from "../extract/xml/read-xml.ts";

interface ListedPage {
  readonly url: URL;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Maximum number of addresses to inspect on one page, including duplicates. */
const MAX_LOOKED_AT = 20_000;
const MAX_TAG_CHARS = 4_096;
const PIECE_BYTES = 64 * 1024;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const CANONICAL = /\srel\s*=\s*["']?canonical["'\s/>]/i;
const NO_LIST: Readonly<Record<"sitemap" | "feed", string>> = {
  sitemap: "There is no sitemap at this address.",
  feed: "There is no feed at this address.",
};

/**
 * Returns the distinct same-origin addresses of a page, sitemap or feed, without fragments. Linear time.
 * @param isFollowed whether robots.txt allows an address
 * @throws ExtractionError if the first page of a crawl is not the expected list
 */
export async function findPageLinks(
  page: ListedPage,
  { mode, isStart }: LinkRules,
  isFollowed: (url: URL) => boolean,
): Promise<FoundPage[]> {
  const links = new Links(page.url, isFollowed);
  if (mode === "site") await addAnchors(links, page);
  else await addListed(links, page, mode, isStart);
  return links.found;
}

class Links {
  readonly found: FoundPage[] = [];
  readonly #seen: Set<string>;
  readonly #page: URL;
  readonly #isFollowed: (url: URL) => boolean;
  #looked = 0;
  base: URL;

  constructor(page: URL, isFollowed: (url: URL) => boolean) {
    [this.#page, this.base, this.#isFollowed] = [page, page, isFollowed];
    this.#seen = new Set([page.href]);
  }

  add(text: string, isSame: 0 | 1 = 0): void {
    this.#looked += 1;
    if (this.#looked > MAX_LOOKED_AT || this.found.length >= MAX_LINKS || text.length > MAX_LINK_CHARS)
      return;
    const url = URL.parse(text.trim(), this.base.href);
    if (url === null || url.origin !== this.#page.origin || url.username !== "" || url.password !== "")
      return;
    url.hash = "";
    if (url.href.length > MAX_LINK_CHARS || this.#seen.has(url.href) || !this.#isFollowed(url)) return;
    this.#seen.add(url.href);
    this.found.push({ url: url.href, name: fileNameFromUrl(url), isSame });
  }
}

async function addAnchors(links: Links, { contentType, bytes }: ListedPage): Promise<void> {
  if (!isHtmlType(mediaTypeOf(contentType))) return;
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? null;
  const html = await decodeText(bytes, { charset, isHtml: true });
  for (const token of htmlTokens(html)) {
    if (token.kind !== "open" && token.kind !== "void") continue;
    if (token.name !== "a" && token.name !== "area" && token.name !== "link" && token.name !== "base")
      continue;
    const tag = html.slice(token.start, Math.min(token.end, token.start + MAX_TAG_CHARS));
    const found = HREF.exec(tag);
    const href = decodeHTMLAttribute(found?.[1] ?? found?.[2] ?? found?.[3] ?? "");
    if (href === "") continue;
    if (token.name === "base") links.base = URL.parse(href, links.base.href) ?? links.base;
    else if (token.name !== "link") links.add(href);
    else if (CANONICAL.test(tag)) links.add(href, 1);
  }
}

async function addListed(
  links: Links,
  { bytes }: ListedPage,
  mode: "sitemap" | "feed",
  isStart: boolean,
): Promise<void> {
  const list = new ListReader(links, mode);
  try {
    await runCooperatively(readXml(piecesOf(bytes), list, { doctype: true }));
  } catch (error) {
    // Only the first page must be a list: the pages that a list contains are no lists themselves.
    if (!isStart) return;
    throw list.isList || !(error instanceof ExtractionError)
      ? error
      : new ExtractionError(NO_LIST[mode], { cause: error });
  }
  if (isStart && !list.isList) throw new ExtractionError(NO_LIST[mode]);
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

const ROOTS = { sitemap: new Set(["urlset", "sitemapindex"]), feed: new Set(["rss", "feed", "RDF"]) };
const ENTRIES = { sitemap: new Set(["url", "sitemap"]), feed: new Set(["item", "entry"]) };

/** Reads the addresses in a sitemap (`loc`), an RSS feed (`link`) or an Atom feed (`link href`). */
class ListReader {
  isList = false;
  readonly #links: Links;
  readonly #mode: "sitemap" | "feed";
  #depth = 0;
  /** Depth of the open entry; 0 outside of an entry. */
  #entryAt = 0;
  #text: string | null = null;

  constructor(links: Links, mode: "sitemap" | "feed") {
    [this.#links, this.#mode] = [links, mode];
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#depth === 0) this.isList = ROOTS[this.#mode].has(name);
    this.#depth += 1;
    if (this.#entryAt === 0 && ENTRIES[this.#mode].has(name)) this.#entryAt = this.#depth;
    // Reads only direct children of the entry, and not the address of an image in the entry.
    if (!this.isList || this.#entryAt === 0 || this.#depth !== this.#entryAt + 1) return;
    if (this.#mode === "sitemap" ? name === "loc" : name === "link") this.#text = "";
    const href = this.#mode === "feed" && name === "link" ? attributes.get("href") : undefined;
    if (href !== undefined && (attributes.get("rel") ?? "alternate") === "alternate") this.#links.add(href);
  }

  text(text: string): void {
    if (this.#text !== null && this.#text.length <= MAX_LINK_CHARS)
      this.#text += text.slice(0, MAX_LINK_CHARS + 1);
  }

  close(name: string): void {
    if (this.#depth === this.#entryAt) this.#entryAt = 0;
    this.#depth -= 1;
    const text = this.#text?.trim() ?? "";
    if (name !== "loc" && name !== "link") return;
    this.#text = null;
    if (text !== "") this.#links.add(text);
  }
}
