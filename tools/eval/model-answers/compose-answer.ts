import { isFaithful, isFalse, type Label, type WrittenUnit } from "./written-question.ts";

/** A part of the answer as the persona sends it. */
export interface SentUnit {
  readonly label: Label;
  /** Markdown with citation numbers. */
  readonly text: string;
  readonly gap: string;
  readonly repair: { readonly label: Label; readonly text: string } | null;
}

export interface ComposedAnswer {
  /** The parts in order. Empty if the persona answers NONE. */
  readonly units: readonly SentUnit[];
  readonly text: string;
  /** Number of faithful parts that the persona leaves out, because the prompt lacks their source. */
  readonly missing: number;
}

/** The numbered lines of a prompt, and its whole text. */
export interface PromptView {
  readonly sentences: readonly string[];
  readonly prompt: string;
}

const PLACEHOLDER = /\s*\{\{(.*?)\}\}/g;
/** Separates the sentences of a citation with several numbers, the spellings of a phrase, and its parts. */
const [SEVERAL, EITHER, BOTH] = [" + ", "~", " & "];
const FENCE = "```";

/** Text without markup, case and runs of spaces, for comparisons with a prompt. */
export const comparable = (text: string): string =>
  text
    .replace(/[*_`\\]/g, "")
    .replace(/["|]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/**
 * Renders a written answer for a prompt. A faithful part whose source the prompt lacks is left out, because
 * a model could not know it. If no assertion remains, the persona answers NONE. False parts stay without
 * their citations.
 */
export function composeAnswer(units: readonly WrittenUnit[], view: PromptView): ComposedAnswer {
  const find = finderIn(view);
  const blocks = blocksOf(units);
  const isKnownAnywhere = units.some(({ text }) => hasSource(text, find));
  const sent = blocks.flatMap((block) => {
    const cites = block.some(({ text }) => text.includes("{{"));
    const isBlockKnown = cites ? block.some(({ text }) => hasSource(text, find)) : isKnownAnywhere;
    return block.map((unit) => ({ unit, isKnown: isKnown(unit, view, find, isBlockKnown) }));
  });
  const kept = sent.filter(({ unit, isKnown: known }) => known || !isFaithful(unit.label));
  const missing = sent.length - kept.length;
  const isEmpty = missing > 0 && kept.every(({ unit }) => unit.label === "frame" || unit.label === "refusal");
  const rendered = (isEmpty ? [] : kept).map(({ unit: { label, text, gap, repair } }): SentUnit => ({
    label,
    text: render(text, find),
    gap,
    repair: repair === null ? null : { label: repair.label, text: render(repair.text, find) },
  }));
  const text = rendered
    .map((unit) => unit.text + unit.gap)
    .join("")
    .trimEnd();
  return { units: rendered, text: text === "" ? "NONE" : text, missing };
}

type Find = (words: string) => number;

/** Returns a function from words to the number of the first sentence that contains them, or 0. */
function finderIn({ sentences }: PromptView): Find {
  const lines = sentences.map(comparable);
  return (words) => {
    for (const spelling of words.split(EITHER)) {
      const parts = spelling.split(BOTH).map(comparable);
      const at = lines.findIndex((line) => parts.every((part) => line.includes(part)));
      if (at >= 0) return at + 1;
    }
    return 0;
  };
}

function numbersOf(text: string, find: Find): number[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(([, words = ""]) =>
    words.split(SEVERAL).flatMap((each) => find(each) || []),
  );
}

const hasSource = (text: string, find: Find): boolean => numbersOf(text, find).length > 0;

function isKnown(unit: WrittenUnit, { prompt }: PromptView, find: Find, isBlockKnown: boolean): boolean {
  if (isFalse(unit.label)) return true;
  if (unit.text.includes("{{")) return hasSource(unit.text, find);
  if (!unit.text.trimStart().startsWith(FENCE)) return isBlockKnown;
  const known = comparable(prompt);
  return codeLines(unit.text).every((line) => known.includes(comparable(line)));
}

/** The lines of a code block without its fences. */
export function codeLines(block: string): string[] {
  return block
    .split("\n")
    .flatMap((line) => (line.trim() === "" || line.trim().startsWith(FENCE) ? [] : [line.trim()]));
}

/** Groups the parts between blank lines. */
function blocksOf(units: readonly WrittenUnit[]): WrittenUnit[][] {
  const blocks: WrittenUnit[][] = [[]];
  for (const unit of units) {
    blocks.at(-1)?.push(unit);
    if (unit.gap.includes("\n\n")) blocks.push([]);
  }
  return blocks;
}

/** Replaces each placeholder by the numbers of its sentences. */
function render(text: string, find: Find): string {
  return text
    .replace(PLACEHOLDER, (placeholder, words: string) => {
      const numbers = [...new Set(words.split(SEVERAL).flatMap((each) => find(each) || []))];
      if (numbers.length === 0) return "";
      const space = /^\s*/.exec(placeholder)?.[0] ?? "";
      return `${space}[${numbers.join(",")}]`;
    })
    .trimEnd();
}
