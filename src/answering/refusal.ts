import type { QuestionLanguage } from "./question-language.ts";

/**
 * Below this confidence (`SearchResult.confidence`, idf as in an index of at least 100 passages) nothing is answered. The languages differ
 * because inflection, compounds and pairs of characters match less of a question. Each value is set to about 7 % wrong refusals over
 * indexes of 5 to 646 passages; the larger the index, the fewer wrong refusals and the more answers to what no document answers.
 *
 * Measured with questions against documents that hold the answer, and against documents of other articles only (wrong refusals / wrong answers):
 * English, SQuAD, 646 passages 4 % / 19 %, about 120: 8 % / 4 %; XQuAD, 240 passages 5 % / 13 %, about 50: 7 % / 3 %.
 * German, XQuAD, 240 passages 7 % / 21 %. Chinese, XQuAD, 240 passages 7 % / 10 %. Area under the curve in English 0.965 to 0.99.
 */
export const LEAST_ANSWERABLE_CONFIDENCE = { english: 0.54, spaced: 0.34, unspaced: 0.25 } as const;

/** The least confidence at which a question of that language is answered. */
export function leastConfidence(language: QuestionLanguage): number {
  if (language === "en") return LEAST_ANSWERABLE_CONFIDENCE.english;
  const isUnspaced = language === "zh" || language === "ja" || language === "ko" || language === "unspaced";
  return isUnspaced ? LEAST_ANSWERABLE_CONFIDENCE.unspaced : LEAST_ANSWERABLE_CONFIDENCE.spaced;
}

const ENGLISH_REFUSAL = "Nothing in the documents in scope answers this.";
const REFUSALS: Readonly<Record<QuestionLanguage, string>> = {
  en: ENGLISH_REFUSAL,
  spaced: ENGLISH_REFUSAL,
  unspaced: ENGLISH_REFUSAL,
  de: "Nichts in den verfügbaren Dokumenten beantwortet diese Frage.",
  fr: "Rien dans les documents disponibles ne répond à cette question.",
  es: "Nada en los documentos disponibles responde a esta pregunta.",
  it: "Nulla nei documenti disponibili risponde a questa domanda.",
  pt: "Nada nos documentos disponíveis responde a esta pergunta.",
  nl: "Niets in de beschikbare documenten beantwoordt deze vraag.",
  ru: "В доступных документах нет ответа на этот вопрос.",
  ar: "لا يوجد في المستندات المتاحة ما يجيب عن هذا السؤال.",
  zh: "可用的文档中没有能回答这个问题的内容。",
  ja: "対象の文書には、この質問に答える内容がありません。",
  ko: "대상 문서에는 이 질문에 대한 답이 없습니다.",
};

/** The one sentence that says that nothing in scope answers: in the question's language where that is known, else in English. */
export function refusalSentence(language: QuestionLanguage): string {
  return REFUSALS[language];
}

const ENGLISH_NOTHING_FITS = "No sentence that answers this fits the limits that were set.";
const NOTHING_FITS: Readonly<Record<QuestionLanguage, string>> = {
  en: ENGLISH_NOTHING_FITS,
  spaced: ENGLISH_NOTHING_FITS,
  unspaced: ENGLISH_NOTHING_FITS,
  de: "Kein Satz, der diese Frage beantwortet, passt in die gesetzten Grenzen.",
  fr: "Aucune phrase répondant à cette question ne tient dans les limites fixées.",
  es: "Ninguna frase que responda a esta pregunta cabe en los límites fijados.",
  it: "Nessuna frase che risponda a questa domanda rientra nei limiti fissati.",
  pt: "Nenhuma frase que responda a esta pergunta cabe nos limites fixados.",
  nl: "Geen zin die deze vraag beantwoordt past binnen de gestelde grenzen.",
  ru: "Ни одно предложение с ответом на этот вопрос не укладывается в заданные ограничения.",
  ar: "لا توجد جملة تجيب عن هذا السؤال ضمن الحدود المحددة.",
  zh: "没有能回答这个问题且符合所设限制的句子。",
  ja: "設定された制限に収まる、この質問に答える文がありません。",
  ko: "설정된 제한에 맞으면서 이 질문에 답하는 문장이 없습니다.",
};

/** The one sentence that says that something answers, but nothing that fits the limits of the question. */
export function nothingFitsSentence(language: QuestionLanguage): string {
  return NOTHING_FITS[language];
}
