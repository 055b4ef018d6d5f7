import type { AnswerBlock, AnswerPart } from "./parse-answer.ts";

/** A part with the sentence numbers that count for it. */
export interface CitedPart {
  readonly part: AnswerPart;
  readonly block: AnswerBlock;
  readonly numbers: readonly number[];
  /** True if the part has no citation of its own. */
  readonly isInherited: boolean;
  /** The citations before the part in its paragraph. */
  readonly before: readonly number[];
}

/**
 * Gives each part without a citation those of its surroundings: the next citation in its paragraph, or else
 * those at the end of its list and in the lead-in above, or else the last citation before it.
 */
export function inheritCitations(blocks: readonly AnswerBlock[]): readonly CitedPart[] {
  const lastOfGroup = new Map(blocks.map((block) => [block.group, block]));
  let above: AnswerBlock | undefined;
  return blocks.flatMap((block, at) => {
    const previous = blocks[at - 1];
    if (previous?.group !== block.group) above = previous;
    const around = [...endOfGroup(lastOfGroup, block), ...leadIn(above, block)];
    return citedParts(block, around);
  });
}

function citedParts(block: AnswerBlock, around: readonly number[]): CitedPart[] {
  const { parts } = block;
  const next = new Map<AnswerPart, readonly number[]>();
  let following: readonly number[] = [];
  for (const part of parts.toReversed()) {
    next.set(part, following);
    if (part.numbers.length > 0) following = part.numbers;
  }
  let last: readonly number[] = [];
  const all = new Set<number>();
  return parts.map((part): CitedPart => {
    const before = [...all];
    if (part.numbers.length > 0) {
      last = part.numbers;
      for (const number of last) all.add(number);
      return { part, block, numbers: part.numbers, isInherited: false, before };
    }
    const inherited = [next.get(part) ?? [], around, last].find((numbers) => numbers.length > 0) ?? [];
    return { part, block, numbers: [...new Set(inherited)], isInherited: true, before };
  });
}

const isGrouped = ({ kind }: AnswerBlock): boolean => kind === "item" || kind === "row" || kind === "header";

function endOfGroup(lastOfGroup: ReadonlyMap<number, AnswerBlock>, block: AnswerBlock): readonly number[] {
  return isGrouped(block) ? (lastOfGroup.get(block.group)?.parts.at(-1)?.numbers ?? []) : [];
}

/** The citations at the end of the block above a list, a table or a code block. */
function leadIn(above: AnswerBlock | undefined, block: AnswerBlock): readonly number[] {
  return isGrouped(block) || block.kind === "code" ? (above?.parts.at(-1)?.numbers ?? []) : [];
}
