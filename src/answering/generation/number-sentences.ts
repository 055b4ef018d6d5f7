import type { Passage } from "../../domain/retrieval.ts";
import { readableText } from "../../text/readable-text.ts";
import { type CitableSentence, citableSentences } from "../extraction/citable-sentences.ts";
import { headingContextOf, columnNamesText } from "../extraction/heading-context.ts";

/** Matches the brackets that enclose sentence numbers in the prompt. */
const NUMBER_BRACKETS = /[⟨⟩]/g;

/** Document sentences numbered from 1. */
export interface NumberedSentences {
  /** Text for the prompt: documents with their pages and headings, one sentence per line. */
  readonly text: string;
  /** Sentence number n is at index n - 1. */
  readonly sentences: readonly CitableSentence[];
}

/** Returns document text on a single line, without the brackets that enclose sentence numbers. */
export function singleLine(text: string): string {
  return readableText(text).replace(NUMBER_BRACKETS, "");
}

/**
 * Numbers the sentences of the passages.
 * @param passages passages in the order in which their documents appear; the passages of one document are
 * grouped and sorted by position
 */
export function numberSentences(passages: readonly Passage[]): NumberedSentences {
  const lines: string[] = [];
  const sentences: CitableSentence[] = [];
  for (const [assetId, ofDocument] of Map.groupBy(passages, (passage) => passage.assetId)) {
    const [first] = ofDocument;
    lines.push(`Document: ${JSON.stringify(singleLine(first?.displayName ?? assetId))}`);
    let end = -1;
    for (const passage of ofDocument.toSorted((one, other) => one.start - other.start)) {
      const location = locationLine(passage);
      if (location !== "") lines.push(location);
      let header = "";
      for (const sentence of citableSentences(passage)) {
        // Passages may overlap, so skips a sentence that the previous passage contained.
        if (passage.start + sentence.start < end) continue;
        end = passage.start + sentence.end;
        const columns = sentence.header === null ? "" : singleLine(columnNamesText(passage, sentence.header));
        if (columns !== "" && columns !== header) lines.push(`Columns: ${columns}`);
        header = columns;
        sentences.push(sentence);
        lines.push(`⟨${sentences.length}⟩ ${singleLine(sentence.text)}`);
      }
    }
  }
  return { text: lines.join("\n"), sentences };
}

function locationLine(passage: Passage): string {
  const headings = (headingContextOf(passage)?.headings ?? "")
    .split("\n")
    .map(singleLine)
    .filter((heading) => heading !== "");
  return [
    ...(passage.page === 0 ? [] : [`Page ${passage.page}`]),
    ...(headings.length === 0 ? [] : [`Under: ${headings.join(" > ")}`]),
  ].join(", ");
}
