import { refersBack } from "./anaphora.ts";
import { requestedDates, hasOtherDate, hasRequestedDate } from "./constraints/date.ts";
import { type requestedNames, isAboutOtherName } from "./constraints/name.ts";
import { extractIdentifiers, identifierFit, type Identifier } from "./identifiers.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** Matches a section number at the start of a line, as in "2.1 Scope". It is no version. */
const NUMBERING = /^[#\s]{0,9}\d{1,3}(?:\.\d{1,3}){0,5}\.?\s/gm;

/** Matches the hyphen between a name and its version, as in "brine-3.3.14". */
const JOINED_VERSION = /(\p{L})-(?=v?\d)/gu;

interface Relation {
  /** 1 if the sentence contains the question's identifiers, -1 for others of the family, otherwise 0. */
  readonly fit: -1 | 0 | 1;
  /** True if the sentence is about another identifier of the same family. */
  readonly isOfAnother: boolean;
  /** True if the sentence contains the identifier or the day of the question. */
  readonly isOfIt: boolean;
}

/** Returns a function that relates sentences to the identifiers, days and subject of a question. */
export function relationTo(
  question: string,
  subject: ReturnType<typeof requestedNames>,
): (sentence: SentenceCandidate) => Relation {
  const names = extractIdentifiers(question);
  const dates = requestedDates(question);
  return (sentence) => {
    const fit = identifierFit(names, sentence.text);
    const around = fit === 0 ? contextFit(names, sentence) : fit;
    const isOfAnother =
      around < 0 || isAboutOtherName(subject, sentence) || hasOtherDate(dates, sentence.text);
    return { fit, isOfAnother, isOfIt: around > 0 || hasRequestedDate(dates, sentence.text) };
  };
}

/**
 * Returns the fit of the context: the sentence before for an anaphor ("It must be rinsed"), and the headings
 * for a sentence without identifiers.
 */
function contextFit(names: readonly Identifier[], sentence: SentenceCandidate): -1 | 0 | 1 {
  if (names.length === 0) return 0;
  const before = refersBack(sentence) ? identifierFit(names, sentence.previous?.text ?? "") : 0;
  return before === 0
    ? identifierFit(names, sentence.under.replace(NUMBERING, "").replace(JOINED_VERSION, "$1 "))
    : before;
}
