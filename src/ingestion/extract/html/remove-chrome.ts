import { DROPPED_ELEMENTS } from "./element-break.ts";

/** The members of a DOM element that the removal of menus needs. */
export interface ChromeElement {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: ChromeElement | null;
  readonly nextSibling: ChromeElement | null;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  remove(): void;
}

interface Measure {
  readonly chars: number;
  readonly linkedChars: number;
  readonly links: number;
  readonly headings: number;
  /** Whether the element contains the page's first heading or its main element. */
  readonly isSubject: boolean;
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const MAX_LABEL_CHARS = 500;
const SUBJECT = new Set(["h1", "main", "article"]);
const HEADINGS = /^h[1-6]$/;

/** Words in classes, ids and roles that mark menus and link lists. */
const MENU_WORDS = new Set(
  "nav navbar navi navigation navlinks menu menubar megamenu submenu breadcrumb breadcrumbs crumbs pagination pager footer footerlinks sitefooter contentinfo toolbar sidebar aside sidenav toc sitemap skip skiplink skiplinks social share sharing related recommended trending popular teaser teasers promo sponsored tagcloud interlanguage catlinks tablist".split(
    " ",
  ),
);
const MENU_TAGS = new Set(["footer", "aside", "menu"]);
/**
 * Further menu words, which do not count if the element contains a heading, because it may introduce the
 * text.
 */
const HEAD_WORDS = new Set(["header", "masthead", "banner", "topbar"]);
const AD_WORDS = new Set("ad ads advert adverts advertisement advertisements adsbygoogle adsense".split(" "));
const CONSENT_WORDS = new Set(
  "cookie cookies cookiebanner cookieconsent consent gdpr ccpa dsgvo onetrust usercentrics cookiebot cmp".split(
    " ",
  ),
);
const CONSENT =
  /cookie|consent|einwilligung|consentement|consentimiento|consenso|toestemming|zgod|クッキー|согласи/i;
/** Minimum share of link text in a menu. An element with explanations beside links is content. */
const MIN_LINKED = { named: 0.6, unnamed: 0.9 };
const MIN_LINKS = { named: 2, unnamed: 3 };
const MAX_CHARS_PER_LINK = { named: 90, unnamed: 30 };
const MAX_AD_CHARS = 600;
const MAX_CONSENT_CHARS = 2_000;
/** An element with a larger share of the page's text is content, even with a menu name. */
const MAX_OF_PAGE = 0.5;
const MENU_CONTAINERS = new Set([
  "ul",
  "ol",
  "div",
  "p",
  "table",
  "td",
  "center",
  "span",
  "section",
  "form",
  "font",
]);

/**
 * Removes navigation, advertisements and cookie banners from the tree. Removes an element only if it consists
 * of links or a few words, never for its name alone. Keeps doubtful elements, the page's subject, and any
 * element with most of the text. Recurses, so the caller limits the depth.
 * @returns the removed words
 */
export function removeChrome(root: ChromeElement): string {
  const measures = new Map<ChromeElement, Measure>();
  const whole = measure(root, measures);
  const page: Page = { measures, chars: whole.chars, isBeforeTitle: hasTitle(root), removed: [] };
  sweep(root, page);
  return page.removed.join("\n");
}

interface Page {
  readonly measures: ReadonlyMap<ChromeElement, Measure>;
  readonly chars: number;
  /** True until the first top-level heading. */
  isBeforeTitle: boolean;
  readonly removed: string[];
}

function sweep(parent: ChromeElement, page: Page): void {
  for (let node = parent.firstChild, next: ChromeElement | null; node !== null; node = next) {
    next = node.nextSibling;
    if (node.nodeType !== ELEMENT_NODE) continue;
    const name = node.nodeName.toLowerCase();
    if (name === "h1") page.isBeforeTitle = false;
    const said = page.measures.get(node);
    if (said === undefined || said.chars === 0) continue;
    if (said.chars > page.chars * MAX_OF_PAGE) showAnyway(node);
    else if (!said.isSubject && isChrome(node, name, said, page)) {
      page.removed.push(wordsOf(node));
      node.remove();
      continue;
    }
    sweep(node, page);
  }
}

/** Returns the text of a node, with a space between the texts of different child nodes. */
function wordsOf(node: ChromeElement): string {
  if (node.nodeType === TEXT_NODE) return node.nodeValue ?? "";
  const words: string[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) words.push(wordsOf(child));
  return words.join(" ");
}

function isChrome(element: ChromeElement, name: string, said: Measure, page: Page): boolean {
  if (HEADINGS.test(name)) return false;
  const words = labelsOf(element);
  if (words.some((word) => AD_WORDS.has(word)) && said.chars <= MAX_AD_CHARS) return true;
  if (
    words.some((word) => CONSENT_WORDS.has(word)) &&
    said.chars <= MAX_CONSENT_CHARS &&
    CONSENT.test(element.textContent ?? "")
  )
    return true;
  const isHead = said.headings === 0 && (name === "header" || words.some((word) => HEAD_WORDS.has(word)));
  const isNamed = isHead || MENU_TAGS.has(name) || words.some((word) => MENU_WORDS.has(word));
  if (isNamed && isMenu(said, "named")) return true;
  return page.isBeforeTitle && MENU_CONTAINERS.has(name) && isMenu(said, "unnamed");
}

function isMenu({ chars, linkedChars, links }: Measure, kind: "named" | "unnamed"): boolean {
  return (
    links >= MIN_LINKS[kind] &&
    linkedChars >= chars * MIN_LINKED[kind] &&
    linkedChars <= links * MAX_CHARS_PER_LINK[kind]
  );
}

/**
 * Removes attributes that hide an element: scripts hide a whole page until they have run, or while a dialog
 * covers it.
 */
function showAnyway(element: ChromeElement): void {
  element.removeAttribute("hidden");
  element.removeAttribute("aria-hidden");
}

/** Splits names into words: "site-nav mainMenu" becomes site, nav, main, menu. */
function labelsOf(element: ChromeElement): string[] {
  const labels = ["class", "id", "role"]
    .map((name) => (element.getAttribute(name) ?? "").slice(0, MAX_LABEL_CHARS))
    .join(" ");
  return labels
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
}

function measure(node: ChromeElement, measures: Map<ChromeElement, Measure>): Measure {
  const name = node.nodeName.toLowerCase();
  let [chars, linkedChars, links, headings] = [0, 0, 0, HEADINGS.test(name) ? 1 : 0];
  let isSubject = SUBJECT.has(name);
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === TEXT_NODE) chars += (child.nodeValue ?? "").trim().length;
    if (child.nodeType !== ELEMENT_NODE || DROPPED_ELEMENTS.has(child.nodeName.toLowerCase())) continue;
    const inner = measure(child, measures);
    chars += inner.chars;
    linkedChars += inner.linkedChars;
    links += inner.links;
    headings += inner.headings;
    isSubject ||= inner.isSubject;
  }
  const isLink = name === "a" && chars > 0;
  const said = {
    chars,
    linkedChars: isLink ? chars : linkedChars,
    links: isLink ? 1 : links,
    headings,
    isSubject,
  };
  measures.set(node, said);
  return said;
}

function hasTitle(root: ChromeElement): boolean {
  for (let node = root.firstChild; node !== null; node = node.nextSibling)
    if (node.nodeType === ELEMENT_NODE && (node.nodeName.toLowerCase() === "h1" || hasTitle(node)))
      return true;
  return false;
}
