import type { Figure, Figures } from "../../text/extract-figures.ts";
import type { Standing } from "./check-names.ts";
import { isComputedFigure } from "./computed-figure.ts";
import type { ParsedRequest } from "./mark-request.ts";
import { missingFigures } from "./missing-figures.ts";
import { figuresOf } from "./model-input.ts";
import { type ParsedSentence, wordBehind } from "./parsed-sentence.ts";
import { isWrittenResult, writtenExpressions } from "./written-expressions.ts";

/**
 * Maximum value of a number without a unit that may count things: "three suppliers". The input often lists
 * the things and states no number.
 */
const MAX_COUNT = 20;

/**
 * `computed`: cited figures give the figures that the sources lack. `counted`: they are the number of cited
 * sentences.
 */
type FigureStanding = Standing | "computed" | "counted";

/** Returns the worst standing of the numbers and dates of a sentence. */
export function checkFigures(request: ParsedRequest): FigureStanding {
  const { sentence, sources, contexts, question, input } = request;
  const cited = figuresOf(sources);
  const around = figuresOf([...contexts, question]);
  // Figures around the sources count only if the sources have none. Otherwise the question "Is it 50?" would
  // support "It is 50" although the source says 40.
  const lacking = missingFigures(sentence, {
    numbers: cited.numbers.length === 0 ? around.numbers : cited.numbers,
    dates: cited.dates.length === 0 ? around.dates : cited.dates,
    years: [...cited.numbers, ...around.numbers],
  });
  const written = writtenExpressions(
    sentence,
    (figure) => !lacking.numbers.includes(figure) || isAsked(figure, question),
  );
  if (written.isFalse) return "missing";
  if (isEmpty(lacking)) return "cited";
  const uncomputed = withoutAsked(
    lacking.numbers.filter(
      (figure) =>
        ![...written.operands].some(
          ({ values, unit }) => values[0] === figure.values[0] && (unit === "" || unit === figure.unit),
        ) &&
        !isWrittenResult(figure, written.results) &&
        !isComputedFigure(figure, sentence, sources),
    ),
    request,
  );
  const left: Figures = {
    dates: lacking.dates,
    numbers: uncomputed.filter(({ values: [value], unit }) => unit !== "" || value !== sources.length),
  };
  if (isEmpty(left)) return uncomputed.length === 0 ? "computed" : "counted";
  const unknown = missingFigures(
    { ...sentence, figures: left },
    { ...input.figures, years: input.figures.numbers },
  );
  const isWrong =
    unknown.dates.length > 0 ||
    unknown.numbers.some((figure) => !isCount(figure) || countsOtherwise(figure, sentence, sources));
  return isWrong ? "missing" : "given";
}

/** Omits the figures that the question helps to compute, and the numbers of the question that do so. */
function withoutAsked(figures: readonly Figure[], { sentence, sources, question }: ParsedRequest): Figure[] {
  const others = figures.filter((figure) => !isAsked(figure, question));
  const left = others.filter((figure) => !isComputedFigure(figure, sentence, sources, question));
  return left.length < others.length ? left : [...figures];
}

const isAsked = (figure: Figure, { figures }: ParsedSentence): boolean =>
  figures.numbers.some(({ values, unit }) => unit === figure.unit && values[0] === figure.values[0]);

const isEmpty = ({ numbers, dates }: Figures): boolean => numbers.length === 0 && dates.length === 0;

function isCount({ values: [value = 0], unit }: Figure): boolean {
  return unit === "" && Number.isInteger(value) && value > 0 && value <= MAX_COUNT;
}

/** True if a source has another number before the word that follows this number. */
function countsOtherwise(figure: Figure, said: ParsedSentence, sources: readonly ParsedSentence[]): boolean {
  const counted = wordBehind(figure, said);
  return (
    counted !== undefined &&
    sources.some((source) =>
      source.figures.numbers.some((number) => wordBehind(number, source)?.stem === counted.stem),
    )
  );
}
