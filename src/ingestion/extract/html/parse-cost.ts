import { htmlTokens } from "./html-tokens.ts";

/** Elements without a required end tag: a sibling of the same name ends them. */
const END_TAG_IMPLIED = new Set(["p", "li", "dt", "dd", "tr", "td", "th", "option", "optgroup"]);
/** Elements that an end tag creates even if none is open. */
const MADE_BY_END_TAG = new Set(["p", "br"]);
/** A stray end tag splits a text node. This many splits cost as much as one element. */
const TEXT_CUTS_PER_ELEMENT = 4;
/** Maximum nesting depth at which end tags are matched. Ignoring deeper ones can only raise the estimate. */
const MATCHED_DEPTH = 32;

export interface ParseCost {
  /** Number of nodes, including comments, doctypes and other declarations. */
  readonly elements: number;
  /**
   * Sum of the squared depths of all elements. The time to build and search the tree is proportional to it,
   * and the readers recurse.
   */
  readonly squaredDepths: number;
  /**
   * Sum of the squared tag lengths without quoted values. The DOM keeps attributes in a list, so 7,000
   * million take 20 s.
   */
  readonly squaredTags: number;
}

/**
 * Whether the cost of building and searching a tree of this HTML stays within `limit`. Estimates the cost in
 * linear time without building the tree.
 */
export function isAffordable(html: string, limit: ParseCost): boolean {
  const open: string[] = [];
  let elements = 0;
  let squaredDepths = 0;
  let squaredTags = 0;
  for (const token of htmlTokens(html)) {
    if (token.kind === "text") elements += textCuts(html, token) / TEXT_CUTS_PER_ELEMENT;
    else if (token.kind === "declaration") elements += 1;
    else if (token.kind === "close") elements += close(open, token.name) ? 0 : costOfStrayEnd(token.name);
    else {
      elements += 1;
      squaredDepths += (open.length + 1) ** 2;
      if (token.kind !== "raw") squaredTags += token.bare ** 2;
      const replacesSibling = END_TAG_IMPLIED.has(token.name) && open.at(-1) === token.name;
      if (token.kind === "open" && !replacesSibling) open.push(token.name);
    }
    if (elements > limit.elements || squaredDepths > limit.squaredDepths || squaredTags > limit.squaredTags)
      return false;
  }
  return true;
}

function textCuts(html: string, span: { start: number; end: number }): number {
  let cuts = 0;
  for (const char of ["&", "<"]) {
    const text = html.slice(span.start, span.end);
    for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) cuts += 1;
  }
  return cuts;
}

function costOfStrayEnd(name: string): number {
  return MADE_BY_END_TAG.has(name) ? 1 : 1 / TEXT_CUTS_PER_ELEMENT;
}

/** @returns whether the end tag closes an open element */
function close(open: string[], name: string): boolean {
  const from = Math.max(0, open.length - MATCHED_DEPTH);
  for (let at = open.length - 1; at >= from; at -= 1) {
    if (open[at] !== name) continue;
    open.length = at;
    return true;
  }
  return false;
}
