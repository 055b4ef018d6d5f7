import type { QuestionLanguage } from "../text/question-language.ts";

const ENGLISH_ABSTENTION = "Nothing in the documents in scope answers this.";
const ABSTENTIONS: Readonly<Record<QuestionLanguage, string>> = {
  en: ENGLISH_ABSTENTION,
  spaced: ENGLISH_ABSTENTION,
  unspaced: ENGLISH_ABSTENTION,
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
  th: "ไม่มีข้อความใดในเอกสารที่มีอยู่ตอบคำถามนี้",
  vi: "Không có nội dung nào trong các tài liệu hiện có trả lời câu hỏi này.",
  tr: "Mevcut belgelerde bu soruyu yanıtlayan bir şey yok.",
  el: "Τίποτα στα διαθέσιμα έγγραφα δεν απαντά σε αυτή την ερώτηση.",
  hi: "उपलब्ध दस्तावेज़ों में इस प्रश्न का उत्तर नहीं है।",
  ro: "Nimic din documentele disponibile nu răspunde la această întrebare.",
};

/**
 * Returns the sentence that tells the user that no document in scope answers the question. Falls back to
 * English for other languages.
 */
export function abstentionSentence(language: QuestionLanguage): string {
  return ABSTENTIONS[language];
}

const ENGLISH_NOTHING_FITS = "No sentence that answers this fits the given limits.";
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
  th: "ไม่มีประโยคที่ตอบคำถามนี้ภายในขีดจำกัดที่กำหนด",
  vi: "Không có câu nào trả lời câu hỏi này trong giới hạn đã đặt.",
  tr: "Bu soruyu yanıtlayan hiçbir cümle belirlenen sınırlara sığmıyor.",
  el: "Καμία πρόταση που απαντά σε αυτή την ερώτηση δεν χωρά στα όρια που τέθηκαν.",
  hi: "इस प्रश्न का उत्तर देने वाला कोई वाक्य तय सीमाओं में नहीं समाता।",
  ro: "Nicio propoziție care răspunde la această întrebare nu încape în limitele stabilite.",
};

/** Returns the sentence for an answer whose quotes all exceed the limits. */
export function nothingFitsSentence(language: QuestionLanguage): string {
  return NOTHING_FITS[language];
}

const ENGLISH_PENDING = "Documents still being read: #.";
const PENDING: Readonly<Record<QuestionLanguage, string>> = {
  en: ENGLISH_PENDING,
  spaced: ENGLISH_PENDING,
  unspaced: ENGLISH_PENDING,
  de: "Dokumente, die noch gelesen werden: #.",
  fr: "Documents encore en cours de lecture : #.",
  es: "Documentos que todavía se están leyendo: #.",
  it: "Documenti ancora in lettura: #.",
  pt: "Documentos ainda em leitura: #.",
  nl: "Documenten die nog worden gelezen: #.",
  ru: "Документов ещё читается: #.",
  ar: "عدد المستندات التي لا تزال قيد القراءة: #.",
  zh: "仍在读取的文档数：#。",
  ja: "まだ読み取り中の文書：#件。",
  ko: "아직 읽는 중인 문서: #개.",
  th: "เอกสารที่ยังอ่านไม่เสร็จ: #",
  vi: "Số tài liệu còn đang được đọc: #.",
  tr: "Henüz okunmakta olan belgeler: #.",
  el: "Έγγραφα που διαβάζονται ακόμη: #.",
  hi: "अभी पढ़े जा रहे दस्तावेज़: #।",
  ro: "Documente care încă se citesc: #.",
};

/**
 * Returns the sentence that follows an abstention while documents in scope are unprocessed, because one of
 * them may contain the answer.
 */
export function pendingSentence(language: QuestionLanguage, pendingAssets: number): string {
  return PENDING[language].replace("#", String(pendingAssets));
}
