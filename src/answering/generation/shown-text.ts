import type { VerificationMode } from "../../domain/verification-mode.ts";
import { type DraftText, NOTHING_WRITTEN } from "../answerer.ts";
import type { CleanAnswer } from "./clean-markdown.ts";
import { NO_ANSWER } from "./compose-prompt.ts";
import type { Mark } from "../verification/mark-sentence.ts";
import { keepSupported, type KeptAnswer } from "./keep-supported.ts";
import { isSupported, type MarkedPart, type MarkParts } from "./mark-parts.ts";
import { renderAnswer } from "./render-answer.ts";
import { partsToRepair } from "./repair-parts.ts";

/** Matches the reply for "no answer" at the start of a text, and what may enclose it. */
const NOTHING_FOUND = new RegExp(
  String.raw`^[*_\x60"']{0,3}${NO_ANSWER}[*_\x60"']{0,3}(?:[.!]\s*|\s*\n\s*|$)`,
);
const ENCLOSING = /[*_`"']/g;

/** Removes the reply for "no answer" in front of other text. */
export function withoutNotice({ text, citations }: CleanAnswer): CleanAnswer {
  const length = NOTHING_FOUND.exec(text)?.[0].length ?? 0;
  return {
    text: text.slice(length),
    citations: citations.map(({ at, numbers }) => ({ at: Math.max(0, at - length), numbers })),
  };
}

interface Showing {
  readonly mode: VerificationMode;
  /** True if a verifier judges the marks after the last draft. Strict drafts are then empty. */
  readonly isJudged: boolean;
}

/** The drafts of one answer. Remembers the text that clients take as final. */
export class ShownText {
  readonly #mark: MarkParts;
  readonly #mode: VerificationMode;
  readonly #isHidden: boolean;
  readonly #isJudged: boolean;
  #told = "";

  constructor(mark: MarkParts, { mode, isJudged }: Showing) {
    this.#mark = mark;
    this.#mode = mode;
    this.#isHidden = isJudged && mode === "strict";
    this.#isJudged = isJudged;
  }

  /** @param isWhole false while the model writes, so that the last sentence may go on */
  draft(written: CleanAnswer, isWhole: boolean): DraftText {
    if (this.#isHidden || NO_ANSWER.startsWith(written.text.replace(ENCLOSING, ""))) return NOTHING_WRITTEN;
    const { text, proven } = this.#draftOf(withoutNotice(written), isWhole);
    if (proven > this.#told.length) this.#told = text.slice(0, proven);
    return { text, proven: Math.max(proven, text.startsWith(this.#told) ? this.#told.length : 0) };
  }

  /**
   * The whole sentences that stay if a user stops the model now: the supported ones. A verifier may still
   * change marks by similarity, so with one only quoted and computed sentences stay. Without verification,
   * all whole sentences stay.
   */
  kept(written: CleanAnswer, isWhole: boolean): KeptAnswer {
    const answer = withoutNotice(written);
    const parts = this.#mark(answer);
    return keepSupported(answer, isWhole ? parts : settled(parts), (mark) => {
      if (this.#mode === "off") return true;
      return this.#isJudged ? isFinal(mark) : isSupported(mark);
    });
  }

  /** The contradicted sentences that clients do not take as final yet. */
  repairable(answer: CleanAnswer): readonly MarkedPart[] {
    const { place } = renderAnswer(answer);
    const isStrict = this.#mode === "strict";
    return partsToRepair(this.#mark(answer)).filter(
      ({ part }) => isStrict || place(part).end > this.#told.length,
    );
  }

  /** True if the answer begins with the text that clients take as final. */
  mayBecome(answer: CleanAnswer): boolean {
    const shown = this.#mode === "strict" ? keepSupported(answer, this.#mark(answer)) : answer;
    return renderAnswer(shown).text.startsWith(this.#told);
  }

  #draftOf(answer: CleanAnswer, isWhole: boolean): DraftText {
    const { text, place } = renderAnswer(answer);
    if (this.#mode === "off") return { text, proven: text.length };
    const parts = this.#mark(answer);
    const [wrong] = partsToRepair(parts);
    if (this.#mode === "mark")
      return {
        text,
        proven: wrong === undefined ? text.length : text.slice(0, place(wrong.part).start).trimEnd().length,
      };
    const whole = isWhole ? parts : settled(parts);
    const proven = wrong === undefined ? whole : whole.slice(0, parts.indexOf(wrong));
    const textOf = (some: readonly MarkedPart[]): string => renderAnswer(keepSupported(answer, some)).text;
    return { text: textOf(whole), proven: textOf(proven).length };
  }
}

/** True if no verifier judges the mark. */
const isFinal = ({ support, reason }: Mark): boolean => support === "quoted" || reason === "computed";

/** The parts whose marks no later text changes: the last one may go on, and a later citation may count. */
function settled(parts: readonly MarkedPart[]): readonly MarkedPart[] {
  const last = parts.at(-1);
  const open = parts.findIndex(
    ({ block, isInherited, mark }) => isInherited && mark !== null && block.group === last?.block.group,
  );
  return parts.slice(0, open === -1 ? -1 : open);
}
