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

/**
 * The readable part of a page: what Readability (https://github.com/mozilla/readability) takes for the article, or the whole
 * body without navigation where that leaves out too much. The caller has checked that the HTML is affordable.
 */
export function readableHtml(html: string): ReadableHtml {
  // The tree builder adds no missing body, and takes the first element of a fragment for the root.
  const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const title = titleOf(document);
  removeActiveContent(document);
  const body = document.documentElement;
  const all = { text: textOf(body as unknown as TreeNode), html: String(body.innerHTML), ...substanceOf(body as unknown as TreeNode) };
  const article = new Readability<TreeNode & { innerHTML: string }>(document, {
    serializer: (node) => node as unknown as TreeNode & { innerHTML: string },
    disableJSONLD: true,
  }).parse();
  if (!article?.content) return { ...all, title, isArticle: false };
  const kept = substanceOf(article.content);
  const isArticle = kept.prose >= all.prose * MIN_KEPT.prose && kept.headings >= all.headings * MIN_KEPT.headings;
  if (!isArticle) return { ...all, title, isArticle };
  return { text: textOf(article.content), html: article.content.innerHTML, title, isArticle };
}

function textOf(node: TreeNode): string {
  const story = new HtmlStory();
  readTree(story, node);
  return story.toString();
}

function titleOf(document: HtmlDocument): string {
  const declared = document.querySelector('meta[property="og:title"]')?.getAttribute("content");
  const title = document.querySelector("title")?.textContent || declared || document.querySelector("h1")?.textContent || "";
  return title.replace(/[\s\u00a0]+/g, " ").trim();
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
