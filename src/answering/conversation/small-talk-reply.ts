import type { TalkKind, TalkLanguage } from "./small-talk-phrases.ts";

type Replies = Readonly<Record<TalkKind, string>>;

const ENGLISH: Replies = {
  greeting: "Hello! Ask me anything about the documents in scope.",
  thanks: "You are welcome! Ask on whenever you like.",
  farewell: "Goodbye!",
  about: "I answer questions from the documents in scope and quote them letter for letter. Ask me what they say.",
};

const REPLIES: Partial<Record<TalkLanguage, Replies>> = {
  de: {
    greeting: "Hallo! Fragen Sie gern etwas zu den verfügbaren Dokumenten.",
    thanks: "Gern geschehen! Fragen Sie jederzeit weiter.",
    farewell: "Auf Wiedersehen!",
    about: "Ich beantworte Fragen aus den verfügbaren Dokumenten und zitiere sie wörtlich. Fragen Sie, was darin steht.",
  },
  fr: {
    greeting: "Bonjour ! Posez-moi une question sur les documents disponibles.",
    thanks: "Avec plaisir ! N'hésitez pas à poser d'autres questions.",
    farewell: "Au revoir !",
    about: "Je réponds à partir des documents disponibles et je les cite mot pour mot. Demandez-moi ce qu'ils disent.",
  },
  es: {
    greeting: "¡Hola! Pregunte lo que quiera sobre los documentos disponibles.",
    thanks: "¡De nada! Siga preguntando cuando quiera.",
    farewell: "¡Hasta luego!",
    about: "Respondo a partir de los documentos disponibles y los cito palabra por palabra. Pregunte qué dicen.",
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
    about: "Respondo com base nos documentos disponíveis e cito-os palavra por palavra. Pergunte o que eles dizem.",
  },
  nl: {
    greeting: "Hallo! Vraag gerust iets over de beschikbare documenten.",
    thanks: "Graag gedaan! Vraag gerust verder.",
    farewell: "Tot ziens!",
    about: "Ik beantwoord vragen uit de beschikbare documenten en citeer ze woordelijk. Vraag wat erin staat.",
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
};

/** A friendly word in the language that was spoken; in English where ours is not known. */
export function smallTalkReply(language: TalkLanguage, kind: TalkKind): string {
  return (REPLIES[language] ?? ENGLISH)[kind];
}
