import { type QuestionTerms, isNameOrNumber } from "./features.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const OPENS = words(
  "the a an any our my your his her its their this these those some each every no which what whose",
);
const PREPOSITIONS = words(
  "of for with in on at from by about as to into onto through during under over between against near without within after before since until",
);
const ASKS = words("who whom where when why how");
const WITH_VERB = words("do does did can could may might must should shall will would");
const WITHOUT_VERB = words("is are was were am be been being has have had");
/**
 * Vague words such as "thing" or "happen". They rarely occur in the answering passage, which uses a specific
 * word instead.
 */
const VAGUE = words(
  "many much long old tall big large far high fast often soon early late wide deep thick heavy expensive good must need may kind type sort name " +
    "thing things use used happen happens people someone somebody amount way part time times term terms title event events purpose word words " +
    "example reason reasons scope life wake case place position project result results role fact idea matter point body back brought went came " +
    "made gave took got",
);
/** Modifiers are not targets, but the next word may be a target. */
const MODIFIERS = words(
  "new old next last first second third less more most least same other only own one two three four five now today",
);
const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
const PLURAL = /[^s]s$/;
/** Endings that mostly mark verbs and adjectives. */
const NO_NOUN = /(?:ed|ing|est|ly)$/;

/**
 * Marks the terms of an English question that are its targets (the nouns it asks about). A target follows an
 * article, "which" or a preposition, or continues such a row of words. Names and numbers are no targets, nor
 * is the verb at the end of a row ("When does the shop open?").
 */
export function targetTerms({ query, terms }: QuestionTerms): boolean[] {
  const reader = new RowReader();
  for (const word of wordsWithTerms(query, terms)) reader.read(word);
  const things = new Set(reader.end());
  return terms.map((term, at) => things.has(at) && !NO_NOUN.test(term.surface));
}

interface AskedWord {
  readonly word: string;
  /** Indexes of the word's terms; empty for a function word. */
  readonly places: readonly number[];
  readonly isName: boolean;
}

function* wordsWithTerms(query: string, terms: QuestionTerms["terms"]): Generator<AskedWord> {
  let next = 0;
  for (const found of query.matchAll(WORD)) {
    const places: number[] = [];
    while (next < terms.length && (terms[next]?.start ?? 0) < found.index + found[0].length)
      places.push(next++);
    const [first = -1] = places;
    const term = terms[first];
    yield { word: found[0].toLowerCase(), places, isName: term !== undefined && isNameOrNumber(query, term) };
  }
}

/** Reads a question word by word. A row is a sequence of words without a function word between them. */
class RowReader {
  readonly #things: number[] = [];
  #row: AskedWord[] = [];
  /** Whether a target may begin at the next word. */
  #isOpen = false;
  #verb: "none" | "before" | "after subject" = "none";
  #before = "";

  read(asked: AskedWord): void {
    const { word } = asked;
    this.#take(asked);
    this.#before = word;
  }

  end(): readonly number[] {
    this.#close(false);
    return this.#things;
  }

  #take(asked: AskedWord): void {
    const { word, places, isName } = asked;
    const before = this.#before;
    if (OPENS.has(word)) return this.#close(true);
    if (PREPOSITIONS.has(word)) return this.#close(word !== "to");
    if (ASKS.has(word)) return this.#close(false);
    if (WITH_VERB.has(word) || WITHOUT_VERB.has(word)) {
      this.#close(false);
      this.#verb = WITH_VERB.has(word) ? "before" : "none";
      return;
    }
    if (places.length === 0 || isName) {
      this.#close(isName);
      if (this.#verb === "before") this.#verb = "after subject";
      return;
    }
    if (MODIFIERS.has(word) && before !== "how") return;
    if (before === "how" || VAGUE.has(word)) {
      this.#isOpen = before === "how" && /^(?:many|much)$/.test(word);
      return;
    }
    // "Are dogs allowed?" and "apply to dogs": here a plural without an article is a target.
    if ((before === "to" || WITH_VERB.has(before) || WITHOUT_VERB.has(before)) && PLURAL.test(word))
      this.#isOpen = true;
    if (this.#isOpen) this.#row.push(asked);
  }

  #close(isOpen: boolean): void {
    if (
      this.#row.length > 0 &&
      (this.#verb === "after subject" || (this.#verb === "before" && this.#row.length > 1))
    ) {
      this.#row.pop();
      this.#verb = "none";
    }
    this.#things.push(...this.#row.flatMap(({ places }) => places));
    this.#row = [];
    this.#isOpen = isOpen;
  }
}
