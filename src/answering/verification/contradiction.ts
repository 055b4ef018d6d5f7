import { stem } from "../../text/stemmer.ts";
import type { ParsedSentence, ParsedWord } from "./parsed-sentence.ts";

/** Normalized negation words. French negations have two parts, of which the list contains only the second. */
const NEGATIONS = new Set(
  (
    "not no never none neither nor without cannot nobody nothing nowhere hardly unable " +
    "nicht kein keine keinen keinem keiner keines nie niemals ohne weder niemand nichts " +
    "pas jamais aucun aucune sans rien ni " +
    "nunca jamas sin ningun ninguna nada tampoco " +
    "non mai senza nessun nessuna nessuno " +
    "nao nem nenhum nenhuma sem niet geen nooit zonder " +
    "не нет ни без никогда لا لم لن ليس ليست ไม่"
  ).split(" "),
);
/**
 * Words that imply a negation. They can match a negation in the other sentence, but they negate no words
 * themselves.
 */
const SOFT_NEGATIONS = new Set(
  (
    "fail fails failed failure lack lacks lacking absent absence missing closed shut forbidden prohibited banned refuse refused refuses exclude excluded " +
    "excludes except only stop stops stopped end ended prevent prevents prevented avoid unless instead rather few little free " +
    "verboten geschlossen ausser nur fehlt sauf ferme interdit excepto cerrado prohibido"
  ).split(" "),
);
/**
 * Matches negations in scripts without spaces. The lookaheads exclude words without negation that contain the
 * same character.
 */
const UNSPACED_NEGATION = /不(?![同仅僅过過断斷])|[没沒無无未]|非(?!常)/gu;

/**
 * Antonyms that compare. A negation before one sets a bound, which says the same as another bound: "no later
 * than", "within". "Not more often" does not deny "less often".
 */
const COMPARATIVES = (
  "higher:lower more:less more:fewer above:below before:after until:since early:late earlier:later maximum:minimum most:least " +
  "longer:shorter larger:smaller faster:slower older:younger better:worse upper:lower " +
  "mehr:weniger hoher:niedriger vor:nach uber:unter fruher:spater plus:moins avant:apres mas:menos antes:despues"
).split(" ");
/** Pairs of antonyms that typically replace each other in false statements. */
const ANTONYMS = (
  "allow:forbid allowed:forbidden allow:prohibit permit:forbid permitted:prohibited open:closed open:close open:shut increase:decrease rise:fall rose:fell grow:shrink " +
  "high:low first:last always:never " +
  "inside:outside accept:reject accepted:refused accept:refuse include:exclude begin:end start:end start:stop win:lose won:lost " +
  "succeed:fail pass:fail free:paid cheap:expensive hot:cold warm:cold large:small big:small long:short old:new north:south east:west " +
  "northern:southern eastern:western left:right public:private true:false possible:impossible legal:illegal likely:unlikely " +
  "male:female men:women day:night morning:evening buy:sell gain:loss arrive:depart import:export positive:negative add:remove on:off up:down " +
  "strong:weak full:empty raise:lower raised:lowered approve:reject approved:rejected introduce:abolish introduced:abolished grant:deny granted:denied " +
  "enable:disable create:destroy appear:disappear agree:disagree connect:disconnect hire:fire lend:borrow send:receive sent:received push:pull attack:defend remember:forget " +
  "expand:shrink encourage:discourage praise:criticize support:oppose supported:opposed confirm:deny confirmed:denied love:hate mandatory:optional required:optional temporary:permanent voluntary:mandatory " +
  "guilty:innocent convicted:acquitted alive:dead married:divorced majority:minority best:worst success:failure deposit:withdraw lock:unlock " +
  "erlaubt:verboten offen:geschlossen geoffnet:geschlossen immer:nie erste:letzte gross:klein alt:neu " +
  "autorise:interdit ouvert:ferme permitido:prohibido abierto:cerrado"
)
  .split(" ")
  .concat(COMPARATIVES)
  .map((pair) => pair.split(":").map(stem));
const COMPARATIVE_STEMS = new Set(COMPARATIVES.flatMap((pair) => pair.split(":")).map(stem));
const ANTONYMS_OF = new Map<string, Set<string>>();
for (const [one = "", other = ""] of ANTONYMS) {
  ANTONYMS_OF.set(one, (ANTONYMS_OF.get(one) ?? new Set()).add(other));
  ANTONYMS_OF.set(other, (ANTONYMS_OF.get(other) ?? new Set()).add(one));
}
const CONTRACTION =
  /^(?:don|doesn|didn|isn|aren|wasn|weren|hasn|haven|hadn|won|wouldn|couldn|shouldn|can|mustn|needn)$/;
const NEGATING_PREFIX = /^(?:un|in|im|il|ir|dis|non|nicht)$/;
/**
 * Number of content words that a negation covers: the words after it, or the words before it if none follow.
 */
const NEGATED_WORDS = 2;

interface Negation {
  /** Stems of the negated words. */
  readonly stems: readonly string[];
  /** True if the negation sets a bound. Then it denies nothing. */
  readonly isBound: boolean;
  readonly source: ParsedSentence;
}

/**
 * True for the first word if it is a clause of its own. The "No" in "No, the tower is open" denies the
 * question.
 */
function isReply(words: readonly ParsedWord[], at: number): boolean {
  const next = words[1];
  return at === 0 && next !== undefined && next.clause !== words[0]?.clause;
}

/**
 * True if a sentence negates a cited statement, affirms a negated statement, or uses an antonym of a cited
 * word.
 */
export function isContradiction(said: ParsedSentence, sources: readonly ParsedSentence[]): boolean {
  const own = negationsIn(said);
  const theirs = sources.flatMap(negationsIn);
  const isSaid = (stem: string): boolean => sources.some(({ stems }) => stems.has(stem));
  const excuses =
    theirs.length > 0 ||
    sources.some(({ words }) =>
      words.some(({ term, stem: each }) => SOFT_NEGATIONS.has(term) && !said.stems.has(each)),
    );
  const deniesAlone = own.some(({ stems, isBound }) => {
    if (isBound) return false;
    if (theirs.some((other) => other.stems.some((stem) => stems.includes(stem)))) return false;
    // The source may express the negation with a soft negation such as "lacks".
    return stems.some(isSaid) ? !hasSoftNegation(sources, stems, [said]) : !excuses;
  });
  const leavesOut = theirs.some(
    ({ stems, isBound, source }) =>
      !isBound &&
      !affirmsElsewhere(stems, source) &&
      stems.length > 0 &&
      stems.every((stem) => said.stems.has(stem)) &&
      !own.some((other) => other.stems.some((stem) => stems.includes(stem))) &&
      !hasSoftNegation([said], stems, sources),
  );
  return (
    deniesAlone ||
    leavesOut ||
    hasAntonym(said, sources, [...own, ...theirs]) ||
    isUnspacedContradiction(said, sources)
  );
}

/**
 * True if a soft negation is in the same clause as one of the words. Ignores soft negations that occur on
 * both sides.
 */
function hasSoftNegation(
  statements: readonly ParsedSentence[],
  stems: readonly string[],
  others: readonly ParsedSentence[],
): boolean {
  const isShared = (each: string): boolean => others.some((other) => other.stems.has(each));
  return statements.some(({ words }) =>
    words.some(
      ({ term, stem: own, clause }) =>
        SOFT_NEGATIONS.has(term) &&
        !isShared(own) &&
        words.some((word) => word.clause === clause && stems.includes(word.stem)),
    ),
  );
}

/** True if a clause without a negation has all the words, so that the source denies and affirms them. */
function affirmsElsewhere(stems: readonly string[], { words }: ParsedSentence): boolean {
  const [denying, clauses] = [new Set<number>(), new Map<number, Set<string>>()];
  for (const [at, { clause, stem: each }] of words.entries()) {
    if (isNegation(words, at)) denying.add(clause);
    clauses.set(clause, (clauses.get(clause) ?? new Set()).add(each));
  }
  return [...clauses].some(([clause, own]) => !denying.has(clause) && stems.every((each) => own.has(each)));
}

function negationsIn(source: ParsedSentence): Negation[] {
  const { words, text } = source;
  return words.flatMap((word, at): Negation[] => {
    if (!isNegation(words, at) || isReply(words, at) || (word.term === "non" && /non-/i.test(text)))
      return [];
    const isContent = (other: ParsedWord): boolean =>
      other.kind !== "function" && other.clause === word.clause;
    const behind = words
      .slice(at + 1)
      .filter(isContent)
      .slice(0, NEGATED_WORDS);
    const negated = behind.length > 0 ? behind : words.slice(0, at).filter(isContent).slice(-NEGATED_WORDS);
    const next = words[at + 1];
    if (next !== undefined && COMPARATIVE_STEMS.has(next.stem))
      return [{ isBound: true, stems: [next.stem, ...negated.map(({ stem: each }) => each)], source }];
    return [{ isBound: false, stems: negated.map(({ stem: each }) => each), source }];
  });
}

/** True if an antonym replaces a word, and neither the word nor the antonym is negated. */
function hasAntonym(
  said: ParsedSentence,
  sources: readonly ParsedSentence[],
  denials: readonly Negation[],
): boolean {
  const isDenied = (each: string): boolean => denials.some(({ stems }) => stems.includes(each));
  const theirs = sources.flatMap(({ stems }) => [...stems]).filter((each) => !said.stems.has(each));
  return [...said.stems].some(
    (each) =>
      !sources.some(({ stems }) => stems.has(each)) &&
      theirs.some((their) => areAntonyms(each, their) && !isDenied(each) && !isDenied(their)),
  );
}

function isUnspacedContradiction(said: ParsedSentence, sources: readonly ParsedSentence[]): boolean {
  const count = (text: string): number => text.match(UNSPACED_NEGATION)?.length ?? 0;
  return (
    count(said.text) > 0 !== sources.some(({ text }) => count(text) > 0) && /\p{sc=Han}/u.test(said.text)
  );
}

function isNegation(words: readonly ParsedWord[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (word === undefined) return false;
  if (word.term === "t") return CONTRACTION.test(before?.term ?? "");
  if (!NEGATIONS.has(word.term)) return false;
  // The "not" of "not only … but" and the "no" of "no. 5" negate nothing.
  const isNotOnly = next?.term === "only" && words.some(({ term }) => term === "but");
  return !isNotOnly && !(word.term === "no" && next?.kind === "number");
}

/** True if two stems are antonyms. */
export function areAntonyms(one: string, other: string): boolean {
  if (ANTONYMS_OF.get(one)?.has(other) === true) return true;
  const [longer, shorter] = one.length > other.length ? [one, other] : [other, one];
  return (
    shorter.length >= 4 && longer.endsWith(shorter) && NEGATING_PREFIX.test(longer.slice(0, -shorter.length))
  );
}
