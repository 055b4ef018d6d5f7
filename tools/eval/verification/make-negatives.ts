/** Source of all random choices, from 0 to 1. */
type Random = () => number;

const pick = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)];
const NUMBER = /(?<![\p{L}\p{Nd}])\p{Nd}{1,9}(?:[.,]\p{Nd}{1,3})*(?![\p{L}\p{Nd}])/gu;
const NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve".split(" ");
const WORD = new RegExp(`\\b(?:${NUMBER_WORDS.join("|")})\\b`, "g");
const AUXILIARY =
  /\b(?:is|are|was|were|has|have|had|can|may|must|will|would|should|could|ist|sind|war|waren|wird|wurde|wurden|kann|muss|hat|haben)\b/u;
const DENIED = / (?:not|nicht|never)\b/u;
/** Names within a sentence: capitalized words after its first word. */
const NAME = /(?<=[\p{Ll},] )\p{Lu}[\p{Ll}'’]{2,}(?: \p{Lu}[\p{Ll}'’]{2,}){0,3}/gu;

export function namesOf(sentence: string): string[] {
  return [...new Set(sentence.match(NAME) ?? [])];
}

/** Replaces one number. */
export function changeNumber(sentence: string, random: Random): string | null {
  const all = [...sentence.matchAll(NUMBER), ...sentence.matchAll(WORD)];
  const found = pick(all, random);
  if (found === undefined) return null;
  const [old] = found;
  const word = NUMBER_WORDS.indexOf(old);
  const other =
    word >= 0
      ? (NUMBER_WORDS[(word + 1 + Math.floor(random() * 9)) % NUMBER_WORDS.length] ?? "")
      : otherDigits(old, random);
  return replaceAt(sentence, found.index, old, other);
}

function otherDigits(old: string, random: Random): string {
  const places = [...old.matchAll(/\d/g)].map(({ index }) => index);
  const at = pick(places, random) ?? 0;
  const digit = (Number(old[at]) + 1 + Math.floor(random() * 8)) % 10;
  return replaceAt(
    old,
    at,
    old[at] ?? "",
    String(at === 0 && digit === 0 ? 1 + (Number(old[0]) % 9) : digit),
  );
}

/** Replaces one name, preferably by another name of the document. */
export function changeName(sentence: string, others: readonly string[], random: Random): string | null {
  const own = namesOf(sentence);
  const old = pick(own, random);
  const strange = others.filter(
    (name) => own.every((each) => !each.includes(name) && !name.includes(each)) && !sentence.includes(name),
  );
  const other = pick(strange, random);
  return old === undefined || other === undefined ? null : sentence.replace(old, () => other);
}

/** Swaps two names, but not within a list, where the meaning would stay the same. */
export function swapNames(sentence: string, random: Random): string | null {
  const names = namesOf(sentence);
  const at = Math.floor(random() * (names.length - 1));
  const [one, other] = [names[at], names[at + 1]];
  if (one === undefined || other === undefined || one.includes(other) || other.includes(one)) return null;
  const [from, to] = [sentence.indexOf(one), sentence.indexOf(other)];
  const between = sentence.slice(from + one.length, to);
  const isList = /^(?:,? ?(?:and|or|und|oder|&)? ?|, )$/.test(between) || !/\p{Ll}{4,}/u.test(between);
  return from < 0 || to <= from || isList
    ? null
    : `${sentence.slice(0, from)}${other}${between}${one}${sentence.slice(to + other.length)}`;
}

/** Adds or removes a negation. */
export function negate(sentence: string): string | null {
  if (DENIED.test(sentence)) return sentence.replace(DENIED, "");
  const found = AUXILIARY.exec(sentence);
  if (found === null) return null;
  const end = found.index + found[0].length;
  const isGerman = /^(?:ist|sind|war|waren|wird|wurde|wurden|kann|muss|hat|haben)$/.test(found[0]);
  return `${sentence.slice(0, end)} ${isGerman ? "nicht" : "not"}${sentence.slice(end)}`;
}

const replaceAt = (text: string, at: number, old: string, other: string): string =>
  `${text.slice(0, at)}${other}${text.slice(at + old.length)}`;
