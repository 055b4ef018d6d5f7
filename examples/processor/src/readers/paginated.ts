import { inParts } from "./parts.ts";

/** Number of consecutive words that locate a block. */
const WORDS = 5;
/** Number of leading words of a block that are tried in turn. */
const FIRST_WORDS = 60;
/** Beyond this many words (about three pages) a match counts only if it is unique. */
const AHEAD = 1_500;
const LINK_TARGET = /\]\([^)\s]{0,500}\)/g;
const TAG = /<[^<>]{0,300}>/g;

/**
 * Inserts a form feed after each page of a Markdown document. A block belongs to the page where it begins:
 * its first words are searched in order in the text of the pages. Headings and blocks too short to locate go
 * with the next block.
 * @param pages the text of each page from pdftotext
 */
export function paginated(markdown: string, pages: readonly string[]): string {
  const places = new Places(pages);
  const parts: string[][] = pages.map(() => []);
  let waiting: string[] = [];
  for (const block of markdown.split(/\n{2,}/).filter((each) => each.trim() !== "")) {
    const isFound = places.find(
      wordsOf(block.slice(0, 4_000).replace(LINK_TARGET, "]").replace(TAG, " ")).slice(0, FIRST_WORDS),
    );
    if (!isFound && (block.startsWith("#") || waiting.length > 0)) waiting.push(block);
    else {
      parts[places.page]?.push(...waiting, block);
      waiting = [];
    }
  }
  parts[places.page]?.push(...waiting);
  return inParts(parts.map((part) => part.join("\n\n")));
}

/** The words of all pages, searched forward from the last match. */
class Places {
  readonly #positions = new Map<string, number[]>();
  readonly #pageOf: number[] = [];
  #at = 0;

  constructor(pages: readonly string[]) {
    const words: string[] = [];
    for (const [page, text] of pages.entries()) {
      for (const word of wordsOf(text)) {
        words.push(word);
        this.#pageOf.push(page);
      }
    }
    for (let at = 0; at + WORDS <= words.length; at += 1) {
      const sequence = words.slice(at, at + WORDS).join(" ");
      const known = this.#positions.get(sequence);
      if (known === undefined) this.#positions.set(sequence, [at]);
      else known.push(at);
    }
  }

  /** The zero-based page where the last located block begins. */
  get page(): number {
    return this.#pageOf[this.#at] ?? 0;
  }

  /** @returns whether the block was located */
  find(words: readonly string[]): boolean {
    for (let from = 0; from + WORDS <= words.length; from += 1) {
      const positions = this.#positions.get(words.slice(from, from + WORDS).join(" ")) ?? [];
      const next = positions[firstFrom(positions, this.#at)];
      if (next === undefined || (next > this.#at + AHEAD && positions.length > 1)) continue;
      this.#at = Math.max(this.#at, next - from);
      return true;
    }
    return false;
  }
}

/** The index of the first number that is not below `least`, in ascending numbers. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
