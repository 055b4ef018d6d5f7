import type { Passage } from "../../domain/retrieval.ts";
import { isContentsPage } from "../../text/is-contents-page.ts";
import { readableText } from "../../text/readable-text.ts";
import { type CitableSentence, citableSentences } from "../extraction/citable-sentences.ts";
import { columnNamesText } from "../extraction/heading-context.ts";

/** Follows the number of a line that is no evidence. */
export const UNTRUSTED = "!";
/** Matches the brackets that enclose sentence numbers in the prompt. */
const NUMBER_BRACKETS = /[⟨⟩]/g;
/** Characters that end a line or change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Numbered document sentences. */
export interface NumberedSentences {
  /** Text for the prompt: documents with their pages and headings, one sentence per line. */
  readonly text: string;
  /** `text` without the lines that are no evidence. Only these lines lend addresses and names to an answer. */
  readonly evidence: string;
  /** Sentence number n is at index n - `first`. */
  readonly sentences: readonly CitableSentence[];
  /** The passages of the sentences. */
  readonly passages: readonly Passage[];
}

/** Returns document text on a single line, without the brackets that enclose sentence numbers. */
export function singleLine(text: string): string {
  return readableText(text).replace(NUMBER_BRACKETS, "");
}

/**
 * Numbers the sentences, headings, table rows and lines of code of the passages, as a reader sees them.
 * Omits tables of contents.
 * @param passages passages in the order in which their documents appear; the passages of one document are
 * grouped and sorted by position
 * @param first number of the first sentence
 */
export function numberSentences(passages: readonly Passage[], first = 1): NumberedSentences {
  const lines: Line[] = [];
  const sentences: CitableSentence[] = [];
  const say = (text: string): unknown => lines.push({ text, isEvidence: true });
  const read = passages.filter(({ text }) => !isContentsPage(text));
  for (const [assetId, ofDocument] of Map.groupBy(read, (passage) => passage.assetId)) {
    say(`Document: ${JSON.stringify(singleLine(ofDocument[0]?.displayName ?? assetId))}`);
    let end = -1;
    // The page and headings that the lines so far show.
    let shown = "";
    for (const passage of ofDocument.toSorted((one, other) => one.start - other.start)) {
      let columns = "";
      for (const sentence of citableSentences(passage)) {
        // Passages may overlap, so skips a sentence that the previous passage contained.
        if (passage.start + sentence.start < end) continue;
        end = passage.start + sentence.end;
        const location = locationOf(sentence);
        const isShown = sentence.kind === "heading" ? shown.startsWith(location) : shown === location;
        if (!isShown && location !== "") say(location);
        shown = sentence.kind === "heading" ? locationOf(sentence, sentence.text) : location;
        const header = headerOf(sentence);
        const isNew = header !== null && header.text !== columns;
        columns = header?.text ?? "";
        for (const each of isNew ? [header, sentence] : [sentence]) {
          sentences.push(each);
          lines.push(numberedLine(first - 1 + sentences.length, each, each === header));
        }
      }
    }
  }
  const textOf = (some: readonly Line[]): string => some.map(({ text }) => text).join("\n");
  const evidence = textOf(lines.filter((line) => line.isEvidence));
  return { text: textOf(lines), evidence, sentences, passages: read };
}

interface Line {
  readonly text: string;
  readonly isEvidence: boolean;
}

function numberedLine(number: number, sentence: CitableSentence, isHeader: boolean): Line {
  const sign = sentence.isUntrusted ? UNTRUSTED : "";
  const text = `⟨${number}${sign}⟩ ${isHeader ? "Columns: " : ""}${lineOf(sentence)}`;
  return { text, isEvidence: !sentence.isUntrusted };
}

/** The column names of a row, which a model may cite like a sentence. */
function headerOf(row: CitableSentence): CitableSentence | null {
  const { passage, header } = row;
  const text = header === null ? "" : columnNamesText(passage, header);
  return header === null || text === ""
    ? null
    : { ...row, ...header, kind: "heading", text, marked: text, header: null, previous: null };
}

/** The page and the headings over a sentence, and over the sentences below a heading. */
function locationOf({ passage, headings }: CitableSentence, ...heading: readonly string[]): string {
  const path = [...headings, ...heading].map(singleLine).filter((text) => text !== "");
  return [
    ...(passage.page === 0 ? [] : [`Page ${passage.page}`]),
    ...(path.length === 0 ? [] : [`Under: ${path.join(" > ")}`]),
  ].join(", ");
}

/** A sentence with its list mark. A line of code keeps its indent and its brackets. */
function lineOf({ kind, marked, passage, start }: CitableSentence): string {
  if (kind !== "code") return singleLine(marked);
  const indent = passage.text.slice(passage.text.lastIndexOf("\n", start - 1) + 1, start);
  return `${indent}${marked}`.replace(NUMBER_BRACKETS, "").replace(UNPRINTABLE, " ");
}
