import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { DROPPED_ELEMENTS } from "./html-markup.ts";
import { HtmlStory } from "./html-story.ts";
import { readTree, substanceOf, type TreeNode } from "./html-tree.ts";

/**
 * Readability judges by looks and may leave out side boxes, tables and headings that a reader would cite. Its choice counts only when
 * it keeps these shares of the body's prose and of its headings.
 */
const MIN_KEPT = { prose: 0.85, headings: 0.5 };
/** A list of contents says where things stand, and nothing of them. */
const CONTENTS = ["[role=doc-toc]", ...["toc", "table-of-contents", "tableofcontents"].flatMap((name) => [`.${name}`, `#${name}`])];
/** A page that is hardly more than such a list keeps it. */
const MOST_CONTENTS = 0.3;
/** Where the title of a page stands, often with a line that says what the page is about. Readability takes it for decoration. */
const HEAD = "header, #header, .header";
/** One with a menu or a search field is the site's. */
const OF_THE_SITE = "nav, form, [role=navigation], [role=search]";
const MAX_HEAD_CHARS = 1_000;
/** A line of so many words says something; a date or a name alone does not. */
const LEAST_LEAD_WORDS = 4;
/** The sign of a link to a heading. */
const HEADING_LINK = "a.headerlink";
const ACTIVE_ATTRIBUTE = /^on|^style$|^srcdoc$/i;
const ACTIVE_URL = /^\s*(?:javascript|vbscript|data:text)/i;

export interface ReadableHtml {
  readonly text: string;
  readonly title: string;
  readonly html: string;
  readonly isArticle: boolean;
}

type HtmlDocument = ReturnType<typeof parseHTML>["document"];
type HtmlElement = NonNullable<ReturnType<HtmlDocument["querySelector"]>>;
/** What Readability gives back here: a node of this document. */
type ArticleNode = TreeNode & { readonly innerHTML: string; readonly textContent: string; prepend: (node: TreeNode) => void };

/**
 * The readable part of a page: what Readability (https://github.com/mozilla/readability) takes for the article, or the whole
 * body without navigation where that leaves out too much. The caller has checked that the HTML is affordable.
 */
export function readableHtml(html: string): ReadableHtml {
  // The tree builder adds no missing body, and takes the first element of a fragment for the root.
  const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const title = titleOf(document);
  const head = headOf(document);
  removeActiveContent(document);
  const body = document.documentElement;
  const all = { text: textOf(body as unknown as TreeNode), html: String(body.innerHTML), ...substanceOf(body as unknown as TreeNode) };
  // Readability takes from the page what it does not keep.
  const kept = head?.element.cloneNode(true) as TreeNode | undefined;
  const article = new Readability<ArticleNode>(document, {
    serializer: (node) => node as unknown as ArticleNode,
    disableJSONLD: true,
  }).parse();
  if (!article?.content) return { ...all, title, isArticle: false };
  const { prose, headings } = substanceOf(article.content);
  const isArticle = prose >= all.prose * MIN_KEPT.prose && headings >= all.headings * MIN_KEPT.headings;
  if (!isArticle) return { ...all, title, isArticle };
  if (head !== null && kept !== undefined && !wordsOf(article.content).includes(head.lead)) article.content.prepend(kept);
  return { text: textOf(article.content), html: article.content.innerHTML, title, isArticle };
}

/** The page's own head with what it says beside the title: "git-bisect - Use binary search to find the commit that introduced a bug". */
function headOf(document: HtmlDocument): { readonly element: HtmlElement; readonly lead: string } | null {
  const element = document.querySelector("h1")?.closest(HEAD);
  if (!element || element.textContent.length > MAX_HEAD_CHARS || element.querySelector(OF_THE_SITE) !== null) return null;
  const paragraphs = Array.from<HtmlElement>(element.querySelectorAll("p"));
  const lead = paragraphs.find((each) => wordsOf(each).split(" ").length >= LEAST_LEAD_WORDS && each.querySelector("a") === null);
  return lead === undefined ? null : { element, lead: wordsOf(lead) };
}

const wordsOf = ({ textContent }: { readonly textContent: string }): string => textContent.replace(/[\s\u00a0]+/g, " ").trim();

function textOf(node: TreeNode): string {
  const story = new HtmlStory();
  readTree(story, node);
  return story.toString();
}

function titleOf(document: HtmlDocument): string {
  const declared = document.querySelector('meta[property="og:title"]')?.getAttribute("content");
  const title = document.querySelector("title")?.textContent || declared || document.querySelector("h1")?.textContent || "";
  return wordsOf({ textContent: title });
}

/** Takes out what could run or load, and what is no reading matter, so that it is neither text nor part of the stored HTML. */
function removeActiveContent(document: HtmlDocument): void {
  const dropped = [...DROPPED_ELEMENTS].filter((name) => name !== "head");
  for (const element of document.querySelectorAll([...dropped, HEADING_LINK].join(","))) element.remove();
  const lists = Array.from<{ textContent: string; remove: () => void }>(document.querySelectorAll(CONTENTS.join(",")));
  const length = lists.reduce((sum, { textContent }) => sum + textContent.length, 0);
  if (length <= document.documentElement.textContent.length * MOST_CONTENTS) for (const list of lists) list.remove();
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of Array.from<{ name: string; value: string }>(element.attributes)) {
      if (ACTIVE_ATTRIBUTE.test(name) || ACTIVE_URL.test(value)) element.removeAttribute(name);
    }
  }
}
