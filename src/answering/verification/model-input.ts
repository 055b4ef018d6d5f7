import type { Figures } from "../../text/extract-figures.ts";
import { normalizedText, parseSentence, type ParsedSentence } from "./parsed-sentence.ts";

/** All that the model was given: the sentences of the documents, their titles and headings, and the question. */
export interface ModelInput {
  readonly figures: Figures;
  readonly stems: ReadonlySet<string>;
  /** Stems that are names: capitalized inside a sentence, and never in lower case. */
  readonly names: ReadonlySet<string>;
  /** The normalized words of each line. */
  readonly texts: readonly string[];
}

/** @param lines the lines of the prompt */
export function parseModelInput(lines: readonly string[]): ModelInput {
  const parsed = lines.map(parseSentence);
  const words = parsed.flatMap((line) => line.words.map((word, at) => ({ ...word, isFirst: at === 0 })));
  const lowercase = new Set(words.flatMap(({ kind, stem }) => (kind === "content" ? [stem] : [])));
  return {
    figures: figuresOf(parsed),
    stems: new Set(words.map(({ stem }) => stem)),
    names: new Set(
      words.flatMap(({ kind, stem, isFirst }) =>
        (kind === "name" || (kind === "capital" && !isFirst)) && !lowercase.has(stem) ? [stem] : [],
      ),
    ),
    texts: parsed.map((line) => normalizedText(line.words)),
  };
}

/** The numbers and dates of several texts. */
export function figuresOf(texts: readonly ParsedSentence[]): Figures {
  return {
    numbers: texts.flatMap(({ figures }) => figures.numbers),
    dates: texts.flatMap(({ figures }) => figures.dates),
  };
}
