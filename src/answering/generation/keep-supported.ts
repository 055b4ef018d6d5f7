import type { CitationMark, CleanAnswer } from "./clean-markdown.ts";
import type { Mark } from "../verification/mark-sentence.ts";
import { isSupported, type MarkedPart } from "./mark-parts.ts";

/** An answer and its parts, with their marks and new offsets. */
export type KeptAnswer = CleanAnswer & { readonly parts: readonly MarkedPart[] };

/** Level of a heading without "#". */
const BOLD_LEVEL = 7;

/**
 * Returns the parts that the sources support, with the headings and lead-ins above them. The kept text of an
 * unfinished answer is a prefix of the kept text of the whole answer.
 * @param isKept selects other parts by their marks
 */
export function keepSupported(
  answer: CleanAnswer,
  parts: readonly MarkedPart[],
  isKept: (mark: Mark) => boolean = isSupported,
): KeptAnswer {
  const kept: MarkedPart[] = [];
  let waiting: MarkedPart[] = [];
  for (const each of parts) {
    if (each.mark === null) waiting = [...waiting.filter((frame) => isAbove(frame, each)), each];
    else if (isKept(each.mark)) {
      kept.push(...waiting.filter((frame) => introduces(frame, each)), each);
      waiting = [];
    }
  }
  return joined(answer, kept);
}

const levelOf = ({ words }: MarkedPart): number => /^#{1,6}/.exec(words)?.[0].length ?? BOLD_LEVEL;
const isHeading = ({ block }: MarkedPart): boolean => block.kind === "heading";

/** True if a frame may still introduce something below the next frame. */
const isAbove = (frame: MarkedPart, next: MarkedPart): boolean =>
  isHeading(frame) ? !isHeading(next) || levelOf(frame) < levelOf(next) : next.block.kind === "header";

/** True if the part stands directly below the frame. */
const introduces = (frame: MarkedPart, { block }: MarkedPart): boolean =>
  isHeading(frame) || block.group - frame.block.group <= 1;

function joined({ text }: CleanAnswer, parts: readonly MarkedPart[]): KeptAnswer {
  let clean = "";
  const kept = parts.map((each, at): MarkedPart => {
    const { part, block } = each;
    const before = parts[at - 1]?.block;
    if (before !== undefined) clean += before === block ? " " : before.group === block.group ? "\n" : "\n\n";
    if (before !== block) clean += text.slice(block.start, block.parts[0]?.start);
    const [start, shift] = [clean.length, clean.length - part.start];
    clean += text.slice(part.start, part.end);
    const citations = part.citations.map(({ at: place, numbers }): CitationMark => ({
      at: Math.min(Math.max(place, part.start), part.end) + shift,
      numbers,
    }));
    return { ...each, part: { ...part, start, end: clean.length, citations } };
  });
  return { text: clean, citations: kept.flatMap(({ part }) => part.citations), parts: kept };
}
