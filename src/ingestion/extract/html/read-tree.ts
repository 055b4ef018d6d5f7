import { DROPPED_ELEMENTS } from "./element-break.ts";
import type { HtmlTextBuilder } from "./html-text-builder.ts";

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** The interface of a DOM node that the reader needs. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: HtmlNode | null;
  readonly nextSibling: HtmlNode | null;
  getAttribute?(name: string): string | null;
}

/** Passes the readable content below a node to the text builder. Recurses, so the caller limits the depth. */
export function readTree(builder: HtmlTextBuilder, root: HtmlNode): void {
  for (let node = root.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === TEXT_NODE) builder.add(node.nodeValue ?? "");
    else if (node.nodeType === ELEMENT_NODE) readElement(builder, node);
  }
}

function readElement(builder: HtmlTextBuilder, element: HtmlNode): void {
  const name = element.nodeName.toLowerCase();
  if ((DROPPED_ELEMENTS.has(name) && name !== "dialog") || isHidden(element)) return;
  builder.open(name, (attribute) => element.getAttribute?.(attribute) ?? null);
  readTree(builder, element);
  builder.close(name);
}

function isHidden(element: HtmlNode): boolean {
  const attribute = (name: string): string | null => element.getAttribute?.(name) ?? null;
  return (
    attribute("hidden") !== null || attribute("role") === "navigation" || attribute("aria-hidden") === "true"
  );
}
