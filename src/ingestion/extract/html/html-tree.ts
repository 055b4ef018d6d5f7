import type { BlockText } from "../block-text.ts";
import { breakOf, DROPPED_ELEMENTS } from "./html-markup.ts";

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** What reading takes of a DOM node. */
export interface TreeNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: TreeNode | null;
  readonly nextSibling: TreeNode | null;
  getAttribute?(name: string): string | null;
}

/** Adds the readable text below a node. Recursive: the caller bounds the depth. */
export function readTree(text: BlockText, root: TreeNode, isPreformatted = false): void {
  for (let node = root.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === TEXT_NODE) {
      if (isPreformatted) text.addPreformatted(node.nodeValue ?? "");
      else text.add(node.nodeValue ?? "");
    } else if (node.nodeType === ELEMENT_NODE) {
      readElement(text, node, isPreformatted);
    }
  }
}

function readElement(text: BlockText, element: TreeNode, isPreformatted: boolean): void {
  const name = element.nodeName.toLowerCase();
  if (DROPPED_ELEMENTS.has(name) || isHidden(element)) return;
  const kind = breakOf(name);
  text.break(kind);
  readTree(text, element, isPreformatted || name === "pre");
  text.break(kind);
}

function isHidden(element: TreeNode): boolean {
  const attribute = (name: string): string | null => element.getAttribute?.(name) ?? null;
  return attribute("hidden") !== null || attribute("role") === "navigation" || attribute("aria-hidden") === "true";
}

/** How much a tree says beyond links and navigation: characters outside `<a>`, and headings. */
export interface Substance {
  readonly prose: number;
  readonly headings: number;
}

/** Recursive, like `readTree`. */
export function substanceOf(root: TreeNode): Substance {
  let prose = 0;
  let headings = 0;
  for (let node = root.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === TEXT_NODE) prose += (node.nodeValue ?? "").trim().length;
    if (node.nodeType !== ELEMENT_NODE) continue;
    const name = node.nodeName.toLowerCase();
    if (name === "a" || DROPPED_ELEMENTS.has(name) || isHidden(node)) continue;
    const inner = substanceOf(node);
    prose += inner.prose;
    headings += inner.headings + (/^h[2-6]$/.test(name) ? 1 : 0);
  }
  return { prose, headings };
}
