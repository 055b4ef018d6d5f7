import { isStopWord, termsOf } from "../../text/terms.ts";
import {
  BOTH,
  CHOICE,
  EXPLETIVE_PRONOUN,
  LAST_THAT,
  LEADING,
  LEADING_PHRASE,
  LEADING_UNSPACED,
  ANAPHORA_WORDS,
  ANAPHORA_UNSPACED,
  QUESTION_WORD,
} from "./anaphora-words.ts";

/**
 * Context dependence of a question. An `open` question needs the conversation, an `unsure` one is short and
 * may need it, and a `closed` one is self-contained. `refersBack` is true if the question contains an
 * anaphor.
 */
export interface ContextDependence {
  readonly kind: "open" | "unsure" | "closed";
  readonly refersBack: boolean;
}

/** Questions with more characters count as self-contained. */
const MAX_CHARS = 200;
/** A question with this many content words may be self-contained despite a pronoun or "and". */
const MANY_CONTENT_WORDS = 5;
/**
 * If this many content words precede a pronoun, its antecedent is among them: "Why did the firm move its
 * office?"
 */
const MIN_ANTECEDENT_WORDS = 2;
const FEW_CONTENT_WORDS = 2;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const [OPEN_CHARACTERS, UNSURE_CHARACTERS, PRONOUN_WITHIN] = [4, 8, 6];
const CLOSED: ContextDependence = { kind: "closed", refersBack: false };

export function contextDependenceOf(question: string): ContextDependence {
  const asked = question.trim();
  if (asked.length > MAX_CHARS) return CLOSED;
  return UNSPACED.test(asked) ? unspacedDependence(asked) : spacedDependence(asked);
}

function unspacedDependence(asked: string): ContextDependence {
  const letters = asked.replace(/[^\p{L}\p{M}\p{N}]/gu, "");
  const pronoun = letters.search(ANAPHORA_UNSPACED);
  const refersBack = pronoun >= 0 && pronoun <= PRONOUN_WITHIN;
  if (refersBack || LEADING_UNSPACED.test(letters) || letters.length <= OPEN_CHARACTERS)
    return { kind: "open", refersBack };
  return letters.length <= UNSURE_CHARACTERS ? { kind: "unsure", refersBack } : CLOSED;
}

function spacedDependence(asked: string): ContextDependence {
  const lower = asked.toLowerCase();
  const words = [...asked.replace(/^[^\p{L}\p{N}]+/u, "").matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(
    ([word]) => word,
  );
  const telling = termsOf(asked).filter(({ term }) => !isStopWord(term) && !QUESTION_WORD.has(term));
  const leads = LEADING_PHRASE.test(lower.replace(/^[^\p{L}\p{N}]+/u, "")) || isLeading(words);
  const refersBack = CHOICE.test(lower) || BOTH.test(lower) || LAST_THAT.test(lower) || hasOpenPronoun(asked);
  const isNamed = telling.some(({ surface, start }) => start > 0 && /^[\p{Lu}\p{N}]/u.test(surface));
  if (leads || refersBack)
    return {
      kind: telling.length >= (isNamed ? MANY_CONTENT_WORDS - 2 : MANY_CONTENT_WORDS) ? "unsure" : "open",
      refersBack,
    };
  if (telling.length === 0) return { kind: "open", refersBack };
  const isFragment =
    telling.length === 1 && words.length <= 3 && !QUESTION_WORD.has(words[0]?.toLowerCase() ?? "");
  if (isFragment && asked.endsWith("?")) return { kind: "open", refersBack };
  return telling.length <= FEW_CONTENT_WORDS && !isNamed ? { kind: "unsure", refersBack } : CLOSED;
}

/**
 * True if the question begins with a word that marks a follow-up. The hyphenated beginnings "Y a-t-il" and
 * "E-mail" do not count.
 */
function isLeading([first = "", second = ""]: readonly string[]): boolean {
  return LEADING.has(first.toLowerCase()) && !["a", "mail"].includes(second.toLowerCase());
}

/** True if a pronoun has no antecedent in the question. */
function hasOpenPronoun(asked: string): boolean {
  const bare = asked.replace(/\s+/g, " ");
  const blanked = bare.toLowerCase().replace(EXPLETIVE_PRONOUN, (all) => " ".repeat(all.length));
  for (const { 0: word, index } of blanked.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (!ANAPHORA_WORDS.has(word)) continue;
    const written = bare.slice(index, index + word.length);
    // "Sie" inside a German question is the polite form of address and no pronoun with an antecedent.
    if (index > 1 && /^(?:Sie|Ihr|Ihre|Ihren)$/.test(written)) continue;
    const before = termsOf(bare.slice(0, index)).filter(({ term }) => !isStopWord(term));
    const named = before.some(({ surface, start }) => start > 1 && /^[\p{Lu}\p{N}]/u.test(surface));
    if (!named && before.length < MIN_ANTECEDENT_WORDS) return true;
  }
  return false;
}
