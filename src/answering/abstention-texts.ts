/** The notices of an answer without quotes: nothing answers, nothing fits the limits, documents are unprocessed. */
export const ABSTENTION_TEXTS = {
  en: {
    nothing: "Nothing in the documents in scope answers this.",
    nothingFits: "No sentence that answers this fits the given limits.",
    pending: "Documents still being read: #.",
  },
  de: {
    nothing: "Nichts in den verfügbaren Dokumenten beantwortet diese Frage.",
    nothingFits: "Kein Satz, der diese Frage beantwortet, passt in die gesetzten Grenzen.",
    pending: "Dokumente, die noch gelesen werden: #.",
  },
  fr: {
    nothing: "Rien dans les documents disponibles ne répond à cette question.",
    nothingFits: "Aucune phrase répondant à cette question ne tient dans les limites fixées.",
    pending: "Documents encore en cours de lecture : #.",
  },
  es: {
    nothing: "Nada en los documentos disponibles responde a esta pregunta.",
    nothingFits: "Ninguna frase que responda a esta pregunta cabe en los límites fijados.",
    pending: "Documentos que todavía se están leyendo: #.",
  },
  it: {
    nothing: "Nulla nei documenti disponibili risponde a questa domanda.",
    nothingFits: "Nessuna frase che risponda a questa domanda rientra nei limiti fissati.",
    pending: "Documenti ancora in lettura: #.",
  },
  pt: {
    nothing: "Nada nos documentos disponíveis responde a esta pergunta.",
    nothingFits: "Nenhuma frase que responda a esta pergunta cabe nos limites fixados.",
    pending: "Documentos ainda em leitura: #.",
  },
  nl: {
    nothing: "Niets in de beschikbare documenten beantwoordt deze vraag.",
    nothingFits: "Geen zin die deze vraag beantwoordt past binnen de gestelde grenzen.",
    pending: "Documenten die nog worden gelezen: #.",
  },
  ru: {
    nothing: "В доступных документах нет ответа на этот вопрос.",
    nothingFits: "Ни одно предложение с ответом на этот вопрос не укладывается в заданные ограничения.",
    pending: "Документов ещё читается: #.",
  },
  ar: {
    nothing: "لا يوجد في المستندات المتاحة ما يجيب عن هذا السؤال.",
    nothingFits: "لا توجد جملة تجيب عن هذا السؤال ضمن الحدود المحددة.",
    pending: "عدد المستندات التي لا تزال قيد القراءة: #.",
  },
  zh: {
    nothing: "可用的文档中没有能回答这个问题的内容。",
    nothingFits: "没有能回答这个问题且符合所设限制的句子。",
    pending: "仍在读取的文档数：#。",
  },
  ja: {
    nothing: "対象の文書には、この質問に答える内容がありません。",
    nothingFits: "設定された制限に収まる、この質問に答える文がありません。",
    pending: "まだ読み取り中の文書：#件。",
  },
  ko: {
    nothing: "대상 문서에는 이 질문에 대한 답이 없습니다.",
    nothingFits: "설정된 제한에 맞으면서 이 질문에 답하는 문장이 없습니다.",
    pending: "아직 읽는 중인 문서: #개.",
  },
  th: {
    nothing: "ไม่มีข้อความใดในเอกสารที่มีอยู่ตอบคำถามนี้",
    nothingFits: "ไม่มีประโยคที่ตอบคำถามนี้ภายในขีดจำกัดที่กำหนด",
    pending: "เอกสารที่ยังอ่านไม่เสร็จ: #",
  },
  vi: {
    nothing: "Không có nội dung nào trong các tài liệu hiện có trả lời câu hỏi này.",
    nothingFits: "Không có câu nào trả lời câu hỏi này trong giới hạn đã đặt.",
    pending: "Số tài liệu còn đang được đọc: #.",
  },
  tr: {
    nothing: "Mevcut belgelerde bu soruyu yanıtlayan bir şey yok.",
    nothingFits: "Bu soruyu yanıtlayan hiçbir cümle belirlenen sınırlara sığmıyor.",
    pending: "Henüz okunmakta olan belgeler: #.",
  },
  el: {
    nothing: "Τίποτα στα διαθέσιμα έγγραφα δεν απαντά σε αυτή την ερώτηση.",
    nothingFits: "Καμία πρόταση που απαντά σε αυτή την ερώτηση δεν χωρά στα όρια που τέθηκαν.",
    pending: "Έγγραφα που διαβάζονται ακόμη: #.",
  },
  hi: {
    nothing: "उपलब्ध दस्तावेज़ों में इस प्रश्न का उत्तर नहीं है।",
    nothingFits: "इस प्रश्न का उत्तर देने वाला कोई वाक्य तय सीमाओं में नहीं समाता।",
    pending: "अभी पढ़े जा रहे दस्तावेज़: #।",
  },
  ro: {
    nothing: "Nimic din documentele disponibile nu răspunde la această întrebare.",
    nothingFits: "Nicio propoziție care răspunde la această întrebare nu încape în limitele stabilite.",
    pending: "Documente care încă se citesc: #.",
  },
} as const;
