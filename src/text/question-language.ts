/** Languages told by their most frequent words or their script; "spaced" and "unspaced" are all others, by whether they put spaces between words. */
export type QuestionLanguage = MarkedLanguage | "zh" | "ja" | "ko" | "spaced" | "unspaced";
type MarkedLanguage = "en" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "ru" | "ar";

const MARKERS: Readonly<Record<MarkedLanguage, string>> = {
  en: "what who when where which how why is are was were does did do the of in to and",
  de: "was wer wann wo welche welcher welches wie warum ist sind war waren hat der die das den dem und wurde im",
  fr: "que qui quand où quel quelle quels quelles comment pourquoi combien est sont était le la les des du et une quoi",
  es: "qué quién quiénes cuándo dónde cuál cuáles cómo cuántos cuántas cuánto es son fue el la los las del y una",
  it: "che chi quando dove quale quali come perché quanti quante è sono era il lo gli della del di e una cosa",
  pt: "que quem quando onde qual quais como quantos quantas é são foi o os as do da dos das e uma por",
  nl: "wat wie wanneer waar welke hoe waarom hoeveel is zijn was waren de het een van en werd",
  ru: "что кто когда где какой какая какие как почему сколько в и на был была это",
  ar: "ما من متى أين كيف كم هل لماذا ماذا في هو هي التي",
};
const LANGUAGE_OF_MARKER = new Map<string, QuestionLanguage[]>();
for (const [language, words] of Object.entries(MARKERS)) {
  for (const word of words.split(" "))
    LANGUAGE_OF_MARKER.set(word, [...(LANGUAGE_OF_MARKER.get(word) ?? []), language as QuestionLanguage]);
}

/** A guess from the wording, good enough to choose a fixed sentence and a threshold. Plain ASCII without a telling word counts as English. */
export function questionLanguage(question: string): QuestionLanguage {
  if (/[\p{scx=Hira}\p{scx=Kana}]/u.test(question.replace(/\p{P}/gu, ""))) return "ja";
  if (/\p{sc=Hang}/u.test(question)) return "ko";
  if (/\p{sc=Han}/u.test(question)) return "zh";
  if (/[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u.test(question)) return "unspaced";
  const votes = new Map<QuestionLanguage, number>();
  for (const [word] of question
    .slice(0, 2_000)
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}]+/gu)) {
    for (const language of LANGUAGE_OF_MARKER.get(word) ?? []) votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  if (votes.size === 0 && /[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(question)) return "spaced";
  let best: QuestionLanguage = "en";
  for (const [language, count] of votes) if (count > (votes.get(best) ?? 0)) best = language;
  return best;
}
