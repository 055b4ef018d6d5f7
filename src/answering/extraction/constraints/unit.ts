import { questionLanguage } from "../../../text/question-language.ts";

/** Pairs of a pattern for questions and a pattern for the requested unit. English only. */
const AMOUNTS: readonly (readonly [asks: RegExp, said: RegExp])[] = [
  [
    /(?<!\p{L})(?:how old|(?:what|which|minimum|maximum) age)(?!\p{L})/iu,
    /(?<!\p{L})(?:aged?|older|younger|(?:years?|months?|weeks?|days?|centur(?:y|ies))[\s-](?:old|of age))(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})how long(?!\p{L})/iu,
    // The lookahead excludes ordinals, because "the 20th day of June" is no duration.
    /(?:\p{Nd}|(?<!\p{L})(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|few|several|many|half|more))[\s-]?(?:more\s|full\s|calendar\s|working\s)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|(?:kilo|centi|milli)?met(?:re|er)s?|km|cm|mm|miles?|feet|foot|inch(?:es)?|yards?|m|ms|s|h|min|ft)(?!\p{L})|(?<!\p{L})(?:until|till|indefinitely|forever)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})how (?:tall|high|wide|deep|thick|far)(?!\p{L})/iu,
    /(?<!\p{L})(?:(?:kilo|centi|milli)?met(?:re|er)s?|km|cm|mm|miles?|feet|foot|inch(?:es)?|yards?|fathoms?)(?!\p{L})|\p{Nd}\s?(?:m|ft)(?!\p{L})|[″′]/iu,
  ],
];

/**
 * Returns a test for the unit that a question asks for, for example for ages after "How old …?". Returns null
 * if a number with any unit may answer.
 */
export function requestedUnit(question: string): ((text: string) => boolean) | null {
  if (questionLanguage(question) !== "en") return null;
  const said = AMOUNTS.find(([asks]) => asks.test(question))?.[1];
  return said === undefined ? null : (text) => said.test(text);
}
