import { findWords, type WantedWords } from "../find-words/find-words.ts";
import { fold, type Folded } from "../find-words/fold.ts";

/** The text nodes of a page's text layer, joined and folded. */
export interface PageWords {
  readonly nodes: readonly Text[];
  /** Where each node begins in the joined text. */
  readonly starts: readonly number[];
  readonly folded: Folded;
}

export function wordsOf(layer: Element): PageWords {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  return joined(nodes);
}

function joined(nodes: readonly Text[]): PageWords {
  const starts: number[] = [];
  let length = 0;
  for (const { length: chars } of nodes) {
    starts.push(length);
    length += chars;
  }
  return { nodes, starts, folded: fold(nodes.map(({ data }) => data).join("")) };
}

/** The ranges of the words on the page; none if the page does not have them in either order. */
export function rangesOfWords(page: PageWords, wanted: WantedWords): Range[] {
  for (const words of [page, inPlaceOrder(page)]) {
    const found = findWords(words.folded, wanted);
    if (found !== null) return rangesOf(words, found.start, found.end);
  }
  return [];
}

/** Ranges over `[start, end)` of the joined text, one for each text node. */
export function rangesOf({ nodes, starts }: PageWords, start: number, end: number): Range[] {
  const ranges: Range[] = [];
  for (const [index, node] of nodes.entries()) {
    const at = starts[index] ?? 0;
    if (at >= end) break;
    if (at + node.length <= start) continue;
    const range = new Range();
    range.setStart(node, Math.max(0, start - at));
    range.setEnd(node, Math.min(node.length, end - at));
    ranges.push(range);
  }
  return ranges;
}

interface PlacedNode {
  readonly node: Text;
  readonly left: number;
  readonly middle: number;
  readonly height: number;
}

const orders = new WeakMap<PageWords, PageWords>();

/** The nodes line by line. A file may draw the cells of a line, or its margin, at another time. */
function inPlaceOrder(page: PageWords): PageWords {
  const known = orders.get(page);
  if (known !== undefined) return known;
  const placed = page.nodes.map((node): PlacedNode => {
    const { left, top, height } = node.parentElement!.getBoundingClientRect();
    return { node, left, middle: top + height / 2, height };
  });
  const lines: PlacedNode[][] = [];
  for (const each of placed.toSorted((one, other) => one.middle - other.middle)) {
    const first = lines.at(-1)?.[0];
    const isSameLine =
      first !== undefined && each.middle - first.middle < Math.max(first.height, each.height) / 2;
    if (isSameLine) lines.at(-1)?.push(each);
    else lines.push([each]);
  }
  const words = joined(
    lines.flatMap((line) => line.toSorted((one, other) => one.left - other.left).map(({ node }) => node)),
  );
  orders.set(page, words);
  return words;
}
