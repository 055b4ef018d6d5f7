import { extractFigures, type DateMention } from "../../../domain/verification/extract-figures.ts";
import { isYesNoQuestion } from "../../../text/yes-no-question.ts";

/** Matches a range of dates. A statement about a range may apply to any day in it. */
const DATE_SPAN =
  /(?<![\p{L}\p{M}])(?:from|until|till|to|between|before|after|since|through|by|every|daily|bis|von|ab|vor|nach|seit|zwischen)(?![\p{L}\p{M}])|\p{Nd}\s?[–—]|[–—]\s?\p{Nd}/iu;

/** Returns the dates in a yes-or-no question, in any format. */
export function requestedDates(question: string): readonly DateMention[] {
  return isYesNoQuestion(question) ? daysIn(question) : [];
}

/** True if a text contains dates, but none of the requested dates. */
export function hasOtherDate(asked: readonly DateMention[], text: string): boolean {
  if (asked.length === 0 || DATE_SPAN.test(text)) return false;
  return daysIn(text).length > 0 && !hasRequestedDate(asked, text);
}

/** True if a text contains one of the requested dates. */
export function hasRequestedDate(asked: readonly DateMention[], text: string): boolean {
  return asked.length > 0 && daysIn(text).some((date) => asked.some((other) => isSameDay(date, other)));
}

const daysIn = (text: string): DateMention[] => extractFigures(text).dates.filter(({ day }) => day !== null);

const isSameDay = (one: DateMention, other: DateMention): boolean =>
  one.day === other.day &&
  one.month === other.month &&
  (one.year === other.year || one.year === null || other.year === null);
