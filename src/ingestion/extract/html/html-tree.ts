import { DROPPED_ELEMENTS } from "./html-markup.ts";
import type { HtmlStory } from "./html-story.ts";

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** The interface of a DOM node that the reader needs. */
export interface TreeNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: TreeNode | null;
  readonly nextSibling: TreeNode | null;
  getAttribute?(name: string): string | null;
}

/**
 * Passes the readable content below a node to the text builder. Recursive, so the caller limits the depth.
 */
export function readTree(story: HtmlStory, root: TreeNode): void {
  for (let node = root.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === TEXT_NODE) story.add(node.nodeValue ?? "");
    else if (node.nodeType === ELEMENT_NODE) readElement(story, node);
  }
}

function readElement(story: HtmlStory, element: TreeNode): void {
  const name = element.nodeName.toLowerCase();
  if ((DROPPED_ELEMENTS.has(name) && name !== "dialog") || isHidden(element)) return;
  story.open(name, (attribute) => element.getAttribute?.(attribute) ?? null);
  readTree(story, element);
  story.close(name);
}

function isHidden(element: TreeNode): boolean {
  const attribute = (name: string): string | null => element.getAttribute?.(name) ?? null;
  return attribute("hidden") !== null || attribute("role") === "navigation" || attribute("aria-hidden") === "true";
}
