import type { Span } from "../../text/sentences.ts";
import type { CleanAnswer } from "./clean-markdown.ts";

export interface RenderedAnswer {
  /** The text with the markers "[n]". */
  readonly text: string;
  /** Sentence numbers of the prompt in the order of their ordinals. */
  readonly numbers: readonly number[];
  /** Maps a part of the clean text to its place in the rendered text, without the markers around it. */
  readonly place: (part: Span) => Span;
}

/** Matches text that may follow a marker directly. Other text could turn the marker into a link. */
const FOLLOWS = /^(?:$|[\s.,;!?)…。，、；！？」』）|*_"”’»])/u;
/** Matches the start of a line. "[1]:" would define a link there. */
const LINE_START = /(?:^|\n)[ \t>*+\-\d.)]{0,20}$/;

/** Renders an answer with its markers. Numbers the citations in the order of first use. */
export function renderAnswer({ text, citations }: CleanAnswer): RenderedAnswer {
  const ordinals = new Map<number, number>();
  const ordinalOf = (number: number): number => {
    const ordinal = ordinals.get(number) ?? ordinals.size + 1;
    ordinals.set(number, ordinal);
    return ordinal;
  };
  const pieces: string[] = [];
  let [from, added] = [0, 0];
  const shifts: { readonly at: number; readonly added: number }[] = [];
  for (const [index, { at, numbers }] of citations.entries()) {
    const before = text.slice(Math.max(0, at - 24), at);
    const space = /(?:^|\s)$/.test(before) && shifts.at(-1)?.at !== at ? "" : " ";
    const after = text.slice(at, at + 1);
    const isFollowed = citations[index + 1]?.at === at;
    const follows = isFollowed || FOLLOWS.test(after) || (after === ":" && !LINE_START.test(before));
    const marker = `${space}${numbers.map((number) => `[${ordinalOf(number)}]`).join(" ")}${follows ? "" : " "}`;
    pieces.push(text.slice(from, at), marker);
    from = at;
    added += marker.length;
    shifts.push({ at, added });
  }
  pieces.push(text.slice(from));
  /** Length of the markers before the first one with `isAfter`. */
  const shiftBefore = (isAfter: (at: number) => boolean): number => {
    let [low, high] = [0, shifts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(shifts[middle]?.at ?? 0)) high = middle;
      else low = middle + 1;
    }
    return shifts[low - 1]?.added ?? 0;
  };
  return {
    text: pieces.join(""),
    numbers: [...ordinals.keys()],
    place: ({ start, end }) => ({
      start: start + shiftBefore((at) => at > start),
      end: end + shiftBefore((at) => at >= end),
    }),
  };
}
