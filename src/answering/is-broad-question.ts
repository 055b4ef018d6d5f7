import { log } from "../log.ts";
import { type Embedder, EmbedderError } from "../models/embedder.ts";
import { type Examples, exampleMargins } from "../models/example-margins.ts";
import { countWords } from "./count-words.ts";
import type { ReadWindow } from "./read-passages.ts";

/** Questions whose answer takes many passages, and questions for one fact. */
const EXAMPLES: Examples = {
  name: "broad questions",
  purpose: "question",
  wanted:
    `List all the members of the committee.|Which changes were made in the new version?|Name every step of the procedure.|What fees are there?
Compare the two offers.|What is the difference between the plans?|Which of the suppliers is the best, and why?|Why was the project delayed?
What are the reasons for the decision?|Explain how the system works.|What happened, in order?|Which risks does the report name?
Nenne alle Schritte.|Welche Gründe gab es für die Absage?|Worin unterscheiden sich die beiden Angebote?|Warum wurde das Projekt verschoben?
Quelles sont toutes les étapes ?|Compare les deux offres.|Pourquoi le projet a-t-il été retardé ?|¿Cuáles son todas las tarifas?|¿Por qué se retrasó?
列出所有成员。|为什么推迟了？|比较两个方案。|すべての手順を挙げてください。|なぜ延期されましたか？|Перечисли все изменения.|Почему проект задержали?`.split(
      /[|\n]/,
    ),
  others:
    `When does the library open?|Who signed the contract?|How much does the ticket cost?|What is the phone number of the office?
Where is the meeting?|What is the name of the director?|How long is the warranty?|Is smoking allowed in the hall?|Which day is the deadline?
How tall is the tower?|What does the parking lot cost per day?|Who do I call after an accident?|May I return the shoes?
Wann öffnet das Museum?|Wie viel kostet der Eintritt?|Wer hat den Vertrag unterschrieben?|Wo findet das Treffen statt?
Quel est le prix du billet ?|Quand ouvre le musée ?|¿Cuánto cuesta la entrada?|¿Quién firmó el contrato?
门票多少钱？|谁签了合同？|いつ開きますか？|いくらですか？|Когда открывается музей?|Сколько стоит билет?`.split(
      /[|\n]/,
    ),
};
/** Maximum number of words of a fact, such as a name, a number or a date. */
const MAX_FACT_WORDS = 8;
/** Minimum probability with which the reader decides alone. */
const SURE = 0.9;

/**
 * True if the answer takes many passages: "list all", "compare", "why". A short answer of which the reader is
 * sure is a fact. Otherwise the nearest example decides. Without vectors, the question counts as one for a fact.
 */
export async function isBroadQuestion(
  question: string,
  windows: readonly ReadWindow[],
  embedder: Embedder | null,
): Promise<boolean> {
  if (embedder === null || ((windows[0]?.probability ?? 0) >= SURE && hasShortAnswer(windows))) return false;
  try {
    const [margin = 0] = await exampleMargins(embedder, EXAMPLES, [question]);
    return margin > 0;
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    log("warn", "question_kind_unknown", { kind: error.kind });
    return false;
  }
}

/** True if the reader found a short answer. */
export function hasShortAnswer(windows: readonly ReadWindow[]): boolean {
  const [best] = windows;
  const words = best?.words ?? null;
  return (
    best !== undefined &&
    words !== null &&
    countWords(best.passage.text.slice(words.start, words.end)) <= MAX_FACT_WORDS
  );
}
