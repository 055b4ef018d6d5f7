import { questionLanguage } from "../../../text/question-language.ts";

/** What a question asks the amount of, by its wording, and what stands beside such an amount. English. */
const AMOUNTS: readonly (readonly [asks: RegExp, said: RegExp])[] = [
  [
    /(?<!\p{L})(?:how old|(?:what|which|minimum|maximum) age)(?!\p{L})/iu,
    /(?<!\p{L})(?:aged?|older|younger|(?:years?|months?|weeks?|days?|centur(?:y|ies))[\s-](?:old|of age))(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})how long(?!\p{L})/iu,
    // "The 20th day of June" is no time that passes.
    /(?:\p{Nd}|(?<!\p{L})(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|few|several|many|half|more))[\s-]?(?:more\s|full\s|calendar\s|working\s)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|(?:kilo|centi|milli)?met(?:re|er)s?|km|cm|mm|miles?|feet|foot|inch(?:es)?|yards?|m|ms|s|h|min|ft)(?!\p{L})|(?<!\p{L})(?:until|till|indefinitely|forever)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})how (?:tall|high|wide|deep|thick|far)(?!\p{L})/iu,
    /(?<!\p{L})(?:(?:kilo|centi|milli)?met(?:re|er)s?|km|cm|mm|miles?|feet|foot|inch(?:es)?|yards?|fathoms?)(?!\p{L})|\p{Nd}\s?(?:m|ft)(?!\p{L})|[″′]/iu,
  ],
];

/** Tells of texts whether the amount that a question asks for would be one of theirs: "How old …?" of ages. Null where any number may be. */
export function askedUnit(question: string): ((text: string) => boolean) | null {
  if (questionLanguage(question) !== "en") return null;
  const said = AMOUNTS.find(([asks]) => asks.test(question))?.[1];
  return said === undefined ? null : (text) => said.test(text);
}
