/** Patterns of names. A name can only replace another name of the same pattern. */
const SHAPES: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]{1,11}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}.,])\p{N}{1,4}(?:\.\p{N}{1,4}){0,3}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,3}(?![\p{L}\p{N}])/gu,
];
const ARTICLES = new Set(
  "the a an der die das den dem des le la les l el los las il lo gli o os as de het een".split(" "),
);
/**
 * Words that may stand between "and" and a name that is the subject of the question. A name after another
 * word may be a time or place.
 */
const SUBJECT_WORDS = new Set(
  "and for about with of und bei mit von für et pour y para con e per com en voor met а и про с у для".split(
    " ",
  ),
);

interface Named {
  readonly name: string;
  readonly start: number;
  /** The word before the name, in lower case, without articles. */
  readonly before: string;
}

/**
 * Replaces the name in the previous question by the name in the follow-up: "How long is RNA kept?" and "And
 * for DNA?" become "How long is DNA kept?". Returns null if it is ambiguous which name to replace.
 */
export function substituteEntity(followUp: string, question: string): string | null {
  for (const shape of SHAPES) {
    const [asked, ...more] = findNames(followUp, shape);
    if (asked === undefined) continue;
    const said = findNames(question, shape).filter(({ start }) => start > 0);
    const [old] = said;
    if (more.length > 0 || old === undefined || said.length > 1 || old.name === asked.name) return null;
    const isSame =
      asked.before === old.before ||
      (SUBJECT_WORDS.has(asked.before) && !PLACE_OR_TIME.has(old.before)) ||
      asked.before === "";
    return isSame
      ? question.slice(0, old.start) + asked.name + question.slice(old.start + old.name.length)
      : null;
  }
  return null;
}

const PLACE_OR_TIME = new Set(
  "in at on from to since until im am in seit bis dans à en depuis a nel nella em no na в на с до".split(" "),
);

/** Finds the names of this shape. The first word does not count, because every first word is capitalized. */
function findNames(text: string, shape: RegExp): Named[] {
  const found = [...text.matchAll(shape)].filter(
    ({ 0: name, index }) => /[\p{L}\p{N}]/u.test(text.slice(0, index)) || name === name.toUpperCase(),
  );
  return found.map(({ 0: name, index }) => {
    const words =
      text
        .slice(0, index)
        .toLowerCase()
        .match(/[\p{L}\p{M}]+/gu) ?? [];
    return { name, start: index, before: words.findLast((word) => !ARTICLES.has(word)) ?? "" };
  });
}
