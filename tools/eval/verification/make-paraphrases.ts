/**
 * Pairs of words with nearly the same meaning. They were written for this measurement; the verification does
 * not know them.
 */
const SAME = new Map(
  (
    "began:started started:began large:big big:large built:constructed constructed:built received:got obtained:got approximately:about " +
    "however:but also:too many:numerous several:various used:employed shows:demonstrates showed:demonstrated important:significant " +
    "created:made made:produced produced:made located:situated called:named named:called known:called city:town children:kids " +
    "buy:purchase purchased:bought ended:finished won:gained moved:went allow:permit allows:lets requires:needs needed:required " +
    "main:principal primarily:mainly mainly:mostly often:frequently usually:normally because:since while:whereas after:following " +
    "became:turned helped:assisted study:investigation studies:investigations patients:people people:persons increased:rose decreased:fell " +
    "found:discovered founded:established established:founded including:among largest:biggest small:little pay:give stays:remains opens:starts"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Replaces at most three words; null if it contains none of the known ones. */
export function reword(sentence: string): string | null {
  let left = 3;
  const said = sentence.replace(/\p{L}+/gu, (word) => {
    const other = SAME.get(word);
    if (other === undefined || left === 0) return word;
    left -= 1;
    return other;
  });
  return said === sentence ? null : said;
}

/** Rewrites numbers and dates in another spelling. */
export function respell(sentence: string): string | null {
  const said = sentence
    .replace(
      new RegExp(`\\b(\\d{1,2}) (${MONTHS.join("|")})\\b(?!,)(?: (\\d{4}))?`, "g"),
      (_, day: string, month: string, year?: string) =>
        year === undefined ? `${month} ${day}` : `${month} ${day}, ${year}`,
    )
    .replace(/\b(\d{1,3}),(\d{3})\b(?!,)/g, "$1$2")
    .replace(/(\d) ?(?:percent|per cent)\b/g, "$1 %")
    .replace(/(\d)%/g, "$1 percent")
    .replace(
      /(?<=\p{Ll} )(?<![\d,.]\p{Ll}{0,9} )([2-9]|1[0-2])(?= \p{Ll})/gu,
      (digits) => SMALL[Number(digits)] ?? digits,
    )
    .replace(
      /(?<![\p{L}\p{Nd}-])(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= \p{Ll})/gu,
      (word) => String(SMALL.indexOf(word)),
    );
  return said === sentence ? null : said;
}

/** Drops parentheses, or the part after the last comma if enough remains. */
export function shorten(sentence: string): string | null {
  const bare = sentence.replace(/ ?\([^()]{1,200}\)/g, "");
  if (bare !== sentence) return bare;
  const cut = sentence.lastIndexOf(", ");
  const front = sentence.slice(0, cut);
  const hasVerb =
    /\b(?:is|are|was|were|has|had|have|can|may|must|will|ist|sind|war|wurde|wurden|wird|hat|\p{Ll}{3,}ed)\b/u.test(
      front,
    );
  return cut < 0 ||
    !hasVerb ||
    front.split(" ").length < 6 ||
    /^(?:and|or|und|oder|,)/.test(sentence.slice(cut + 2))
    ? null
    : `${front}.`;
}

/** "In 1998, she came." becomes "She came in 1998.", and the other way round. */
export function reorder(sentence: string): string | null {
  const [, lead = "", rest = ""] =
    /^((?:In|On|During|After|Before|By|Since|At|From|Under) [^,]{3,60}), ([^,;:]{20,200})\.$/.exec(
      sentence,
    ) ?? [];
  if (lead === "" || / (?:and|but|which|who|that) /.test(rest)) return null;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)} ${lead.charAt(0).toLowerCase()}${lead.slice(1)}.`;
}

export function merge(one: string, other: string): string {
  return `${one.replace(/\.$/, "")}, and ${/^(?:The|A|An|It|In|On|This|These|They|He|She|At|Its|His|Her)\b/.test(other) ? other.charAt(0).toLowerCase() + other.slice(1) : other}`;
}

const PARTICIPLE =
  "\\p{Ll}{2,}ed|born|built|found|made|held|known|written|given|taken|sold|paid|led|shown|won|put|set";
const ASKED_SUBJECT = /^(?:Who|What|Which [^?]{2,40}?) ((?:is|was|were|are)?\s?\p{Ll}[^?]{3,160})\?$/u;
const ASKED_PLACE = new RegExp(
  `^(?:Where|When|(?:In|On|At) (?:what|which) [^?]{2,40}?) (is|was|were|are) ([^?]{2,100}?) (${PARTICIPLE})\\b([^?]{0,100})\\?$`,
  "u",
);
const ASKED_NUMBER = /^How many ([^?]{2,60}?) (is|was|were|are|have|had|can) ([^?]{2,120})\?$/u;
const COPULA = /^(?:is|was|were|are) (?!there\b)((?:the|a|an|\p{Lu})[^?]{2,160})$/u;

/** Merges a question and its answer into a statement; null for unknown question forms. */
export function state(question: string, answer: string): string | null {
  const place = ASKED_PLACE.exec(question);
  if (place !== null) {
    const [, verb, subject = "", participle, rest = ""] = place;
    const at = /^(?:in|on|at|between|from|since|during|by|after|before|near)\b/i.test(answer)
      ? answer
      : `in ${answer}`;
    return sentenceOf(`${subject} ${verb} ${participle}${rest} ${at}`);
  }
  const number = ASKED_NUMBER.exec(question);
  if (number !== null)
    return sentenceOf(`${answer.replace(/ .*/, "")} ${number[1]} ${number[2]} ${number[3]}`);
  const [, rest = ""] = ASKED_SUBJECT.exec(question) ?? [];
  if (rest === "" || /^(?:do|does|did|kind|type)\b/.test(rest)) return null;
  const copula = COPULA.exec(rest);
  if (copula !== null) {
    // "Who was the leader sent to …?" continues after its noun; "Who was the leader?" does not.
    const verb = rest.split(" ", 1)[0];
    return new RegExp(` (?:${PARTICIPLE}|to|that|who) `, "u").test(rest)
      ? null
      : sentenceOf(`${copula[1]} ${verb} ${answer}`);
  }
  return new RegExp(
    `^(?:is|was|were|are|has|had|can|may|${PARTICIPLE}|came|became|began|gave|wrote|said|went|took)\\b`,
    "u",
  ).test(rest)
    ? sentenceOf(`${answer} ${rest}`)
    : null;
}

const sentenceOf = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).trim()}.`;
