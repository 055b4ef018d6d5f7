import type { Hit } from "./reader-view.ts";

/** More hits are counted as "more than". */
export const MAX_HITS = 10_000;
/** The page stays usable between two parts. */
const PART_CHARS = 1_048_576;

/** Finds a text in a stored text, ignoring case, part by part. */
export async function findHits(text: string, wanted: string, signal: AbortSignal): Promise<readonly Hit[]> {
  const hits: Hit[] = [];
  if (wanted.trim() === "") return hits;
  const pattern = new RegExp(patternOf(wanted), "giu");
  for (let from = 0; from < text.length; from += PART_CHARS) {
    // A hit may cross the end of a part.
    const part = text.slice(from, from + PART_CHARS + 4 * wanted.length + 64);
    for (const { 0: found, index } of part.matchAll(pattern)) {
      if (index >= PART_CHARS) break;
      hits.push({ start: from + index, end: from + index + found.length });
      if (hits.length === MAX_HITS) return hits;
    }
    await nextTask();
    if (signal.aborted) return [];
  }
  return hits;
}

/** The words with any white space between them: a line end separates words too. */
function patternOf(wanted: string): string {
  return wanted
    .trim()
    .split(/\s+/)
    .map(escapedPattern)
    .join(String.raw`\s{1,4}`);
}

function escapedPattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

async function nextTask(): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
