import {
  type AnswerSentence,
  type Support,
  SUPPORTS,
  type SupportReason,
} from "../../../src/domain/support.ts";
import type { SentUnit } from "./compose-answer.ts";
import { findFolded, type FoldedText, foldText, type Range } from "./fold-text.ts";
import { isFaithful, isFalse, type Label } from "./written-question.ts";

/** A part of a sent answer as the service shows it. */
export interface GradedUnit {
  readonly label: Label;
  readonly text: string;
  /** Null: the answer does not show it. */
  readonly range: Range | null;
  /** The weakest mark over the part. `none`: no mark. */
  readonly support: Support | "none";
  readonly reason: SupportReason;
}

export type Form = "good" | "damaged" | "ruined";

export interface GradedAnswer {
  readonly units: readonly GradedUnit[];
  /** Differences between the form of the sent and of the shown answer. */
  readonly faults: readonly string[];
  /** Words that the persona did not write. */
  readonly foreign: string;
  readonly form: Form;
}

interface ShownAnswer {
  readonly content: string;
  readonly sentences: readonly AnswerSentence[];
}

/** Share of foreign words above which an answer is ruined. */
const MAX_FOREIGN = 1 / 3;
/** Share of the shorter of two ranges that must overlap. */
const MIN_OVERLAP = 0.5;
const MIN_PIECE = 12;
const ADDRESS = /[^\s]*:\/\/[^\s]*/;
const LIST_MARK = /^(?:[-*+•]|\d{1,3}[.)])\s/;

/** Compares a sent answer with the shown one. README.md of the evaluation tool has the rule. */
export function gradeAnswer(sent: readonly SentUnit[], shown: ShownAnswer): GradedAnswer {
  const faults: string[] = [];
  const form = foldText(shown.content, "form");
  const words = foldText(shown.content, "words");
  let cursor = 0;
  let before: { readonly range: Range; readonly gap: string } | null = null;
  const units = sent.map((unit): GradedUnit => {
    const { label, text, range, isExact } = locate(unit, form, words, cursor);
    if (range === null) {
      if (!isFalse(label)) faults.push(`lost: ${text}`);
      before = null;
      return { label, text, range, support: "none", reason: "" };
    }
    if (!isExact) faults.push(`markup: ${text}`);
    if (range.start < cursor) faults.push(`order: ${text}`);
    else if (before !== null) {
      const between = shown.content.slice(before.range.end, range.start);
      if (breaksOf(before.gap) !== breaksOf(between)) faults.push(`line break: ${text}`);
    }
    cursor = Math.max(cursor, range.end);
    before = { range, gap: unit.gap };
    return { label, text, range, ...markOf(range, shown.sentences) };
  });
  const foreign = foreignWords(shown.content, units);
  if (foreign !== "") faults.push(`foreign: ${foreign}`);
  return { units, faults, foreign, form: formOf(units, faults, foreign) };
}

interface Located {
  readonly label: Label;
  readonly text: string;
  readonly range: Range | null;
  readonly isExact: boolean;
}

/** Finds a part or its second attempt: as sent, then without markup, then without a removed address. */
function locate(unit: SentUnit, form: FoldedText, words: FoldedText, from: number): Located {
  const versions = [unit, ...(unit.repair === null ? [] : [unit.repair])];
  for (const { label, text } of versions) {
    const range = findFolded(form, foldText(text, "form").text.trim(), from);
    if (range !== null) return { label, text, range, isExact: true };
  }
  for (const { label, text } of versions) {
    const phrase = foldText(text, "words").text.trim();
    const range = findFolded(words, phrase, from) ?? findFolded(words, withoutAddress(phrase), from);
    // An answer may drop the list mark of a second attempt, because the request quotes sentences.
    if (range !== null) return { label, text, range, isExact: text !== unit.text && !LIST_MARK.test(text) };
  }
  return { label: unit.label, text: unit.text, range: null, isExact: false };
}

/** The longest part of a phrase around an address, which the service may remove. */
function withoutAddress(phrase: string): string {
  if (!ADDRESS.test(phrase)) return "";
  const pieces = phrase.split(ADDRESS).map((piece) => piece.trim());
  const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest.length >= MIN_PIECE ? longest : "";
}

/** 0: the same line, 1: the next line, 2: behind a blank line. */
const breaksOf = (gap: string): number => Math.min(2, gap.split("\n").length - 1);

function markOf(range: Range, sentences: readonly AnswerSentence[]): Pick<GradedUnit, "support" | "reason"> {
  const over = sentences.filter(({ start, end }) => {
    const shared = Math.min(end, range.end) - Math.max(start, range.start);
    return shared > 0 && shared >= MIN_OVERLAP * Math.min(end - start, range.end - range.start);
  });
  const rankOf = ({ support }: AnswerSentence): number => SUPPORTS.indexOf(support);
  const weakest = over.toSorted((one, other) => rankOf(other) - rankOf(one))[0];
  return weakest === undefined ? { support: "none", reason: "" } : weakest;
}

/** The words of the answer outside of all located parts. */
function foreignWords(content: string, units: readonly GradedUnit[]): string {
  const chars = content.split("");
  for (const { range } of units) if (range !== null) chars.fill(" ", range.start, range.end);
  const { text } = foldText(chars.join(""), "words");
  return (text.match(/[\p{L}\p{N}]{2,}/gu) ?? []).join(" ");
}

function formOf(units: readonly GradedUnit[], faults: readonly string[], foreign: string): Form {
  const isShown = ({ range }: GradedUnit): boolean => range !== null;
  const faithful = units.filter(({ label }) => isFaithful(label));
  const shownWords = units.filter(isShown).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const foreignCount = foreign === "" ? 0 : foreign.split(" ").length;
  const isRuined =
    !units.some(isShown) ||
    faithful.filter(isShown).length * 2 < faithful.length ||
    foreignCount > MAX_FOREIGN * (shownWords + foreignCount);
  return isRuined ? "ruined" : faults.length > 0 ? "damaged" : "good";
}
