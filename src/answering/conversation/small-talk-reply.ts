import type { SmallTalkKind, SmallTalkLanguage } from "./small-talk-phrases.ts";

type Replies = Readonly<Record<SmallTalkKind, string>>;

const ENGLISH: Replies = {
  greeting: "Hello! Ask me anything about the documents in scope.",
  thanks: "You are welcome! Ask on whenever you like.",
  farewell: "Goodbye!",
  about:
    "I answer questions from the documents in scope and quote them letter for letter. Ask me what they say.",
};

const REPLIES: Partial<Record<SmallTalkLanguage, Replies>> = {
  de: {
    greeting: "Hallo! Fragen Sie gern etwas zu den verfügbaren Dokumenten.",
    thanks: "Gern geschehen! Fragen Sie jederzeit weiter.",
    farewell: "Auf Wiedersehen!",
    about:
      "Ich beantworte Fragen aus den verfügbaren Dokumenten und zitiere sie wörtlich. Fragen Sie, was darin steht.",
  },
  fr: {
    greeting: "Bonjour ! Posez-moi une question sur les documents disponibles.",
    thanks: "Avec plaisir ! N'hésitez pas à poser d'autres questions.",
    farewell: "Au revoir !",
    about:
      "Je réponds à partir des documents disponibles et je les cite mot pour mot. Demandez-moi ce qu'ils disent.",
  },
  es: {
    greeting: "¡Hola! Pregunte lo que quiera sobre los documentos disponibles.",
    thanks: "¡De nada! Siga preguntando cuando quiera.",
    farewell: "¡Hasta luego!",
    about:
      "Respondo a partir de los documentos disponibles y los cito palabra por palabra. Pregunte qué dicen.",
  },
  it: {
    greeting: "Ciao! Chiedi pure qualcosa sui documenti disponibili.",
    thanks: "Prego! Chiedi ancora quando vuoi.",
    farewell: "Arrivederci!",
    about: "Rispondo con i documenti disponibili e li cito parola per parola. Chiedi che cosa dicono.",
  },
  pt: {
    greeting: "Olá! Pergunte o que quiser sobre os documentos disponíveis.",
    thanks: "De nada! Pergunte sempre que quiser.",
    farewell: "Até logo!",
    about:
      "Respondo com base nos documentos disponíveis e cito-os palavra por palavra. Pergunte o que eles dizem.",
  },
  nl: {
    greeting: "Hallo! Vraag gerust iets over de beschikbare documenten.",
    thanks: "Graag gedaan! Vraag gerust verder.",
    farewell: "Tot ziens!",
    about:
      "Ik beantwoord vragen uit de beschikbare documenten en citeer ze woordelijk. Vraag wat erin staat.",
  },
  ru: {
    greeting: "Здравствуйте! Спросите что-нибудь о доступных документах.",
    thanks: "Пожалуйста! Спрашивайте ещё.",
    farewell: "До свидания!",
    about: "Я отвечаю по доступным документам и цитирую их дословно. Спросите, что в них написано.",
  },
  zh: {
    greeting: "您好！请就可用的文档提问。",
    thanks: "不客气！欢迎继续提问。",
    farewell: "再见！",
    about: "我根据可用的文档回答问题，并逐字引用。请问文档中的内容。",
  },
  ja: {
    greeting: "こんにちは。対象の文書について何でもお尋ねください。",
    thanks: "どういたしまして。いつでもお尋ねください。",
    farewell: "さようなら。",
    about: "対象の文書をもとに、一字一句引用してお答えします。文書の内容についてお尋ねください。",
  },
  ko: {
    greeting: "안녕하세요! 대상 문서에 대해 무엇이든 물어보세요.",
    thanks: "천만에요! 언제든지 더 물어보세요.",
    farewell: "안녕히 가세요!",
    about: "대상 문서를 바탕으로 그대로 인용하여 답합니다. 문서의 내용을 물어보세요.",
  },
  th: {
    greeting: "สวัสดี! ถามอะไรก็ได้เกี่ยวกับเอกสารที่มีอยู่",
    thanks: "ยินดี! ถามต่อได้ทุกเมื่อ",
    farewell: "ลาก่อน!",
    about: "ที่นี่ตอบคำถามจากเอกสารที่มีอยู่และยกข้อความมาตามตัวอักษร ลองถามว่าเอกสารกล่าวถึงอะไร",
  },
  vi: {
    greeting: "Xin chào! Hãy hỏi bất cứ điều gì về các tài liệu hiện có.",
    thanks: "Không có gì! Cứ hỏi tiếp khi bạn muốn.",
    farewell: "Tạm biệt!",
    about:
      "Tôi trả lời câu hỏi dựa trên các tài liệu hiện có và trích dẫn nguyên văn. Hãy hỏi xem chúng nói gì.",
  },
  ar: {
    greeting: "مرحبا! اسأل ما تشاء عن المستندات المتاحة.",
    thanks: "على الرحب والسعة! اسأل متى شئت.",
    farewell: "إلى اللقاء!",
    about: "أجيب عن الأسئلة من المستندات المتاحة وأقتبس منها حرفيا. اسأل عما تقوله.",
  },
  tr: {
    greeting: "Merhaba! Mevcut belgeler hakkında dilediğinizi sorun.",
    thanks: "Rica ederim! Dilediğiniz zaman sormaya devam edin.",
    farewell: "Hoşça kalın!",
    about: "Soruları mevcut belgelerden yanıtlar ve onları harfi harfine alıntılarım. Ne dediklerini sorun.",
  },
  el: {
    greeting: "Γεια σας! Ρωτήστε ό,τι θέλετε για τα διαθέσιμα έγγραφα.",
    thanks: "Παρακαλώ! Ρωτήστε ξανά όποτε θέλετε.",
    farewell: "Αντίο!",
    about: "Απαντώ σε ερωτήσεις από τα διαθέσιμα έγγραφα και τα παραθέτω κατά λέξη. Ρωτήστε τι λένε.",
  },
  hi: {
    greeting: "नमस्ते! उपलब्ध दस्तावेज़ों के बारे में कुछ भी पूछिए।",
    thanks: "आपका स्वागत है! जब चाहें और पूछिए।",
    farewell: "अलविदा!",
    about: "प्रश्नों के उत्तर उपलब्ध दस्तावेज़ों से दिए जाते हैं और उन्हें अक्षरशः उद्धृत किया जाता है। पूछिए कि उनमें क्या लिखा है।",
  },
  ro: {
    greeting: "Bună ziua! Întrebați orice despre documentele disponibile.",
    thanks: "Cu plăcere! Întrebați în continuare oricând.",
    farewell: "La revedere!",
    about:
      "Răspund la întrebări din documentele disponibile și le citez cuvânt cu cuvânt. Întrebați ce spun ele.",
  },
};

/** Returns a friendly reply in the language of the message, or in English. */
export function smallTalkReply(language: SmallTalkLanguage, kind: SmallTalkKind): string {
  return (REPLIES[language] ?? ENGLISH)[kind];
}
