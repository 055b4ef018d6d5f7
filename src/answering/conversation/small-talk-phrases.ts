/**
 * Phrases of small talk, normalized like the terms of `termsOf`. The words of a message must match a phrase
 * in order.
 */
export type SmallTalkKind = "greeting" | "thanks" | "farewell" | "about";
export type SmallTalkLanguage = keyof typeof SMALL_TALK_PHRASES;

export const SMALL_TALK_PHRASES = {
  en: {
    greeting:
      "hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|good day|how are you|how do you do|nice to meet you",
    thanks:
      "thanks|thank you|thx|ty|cheers|much appreciated|that helped|that helps|that was helpful|very helpful|great|perfect|awesome|well done|got it|ok|okay",
    farewell: "bye|goodbye|good night|see you|see you later|have a nice day",
    about:
      "who are you|what are you|what can you do|what do you do|help|can you help me|are you a bot|are you human|what is your name",
  },
  de: {
    greeting:
      "hallo|guten morgen|guten tag|guten abend|gruss gott|servus|moin|moin moin|wie geht es dir|wie geht s|wie geht es ihnen",
    thanks:
      "danke|dankeschon|danke schon|danke sehr|vielen dank|besten dank|herzlichen dank|das hat geholfen|super|alles klar",
    farewell: "tschuss|auf wiedersehen|gute nacht|bis bald|schonen tag noch",
    about: "wer bist du|wer sind sie|was kannst du|was konnen sie|hilfe|was bist du",
  },
  fr: {
    greeting: "bonjour|salut|bonsoir|coucou|comment ca va|comment allez vous|ca va",
    thanks: "merci|merci beaucoup|je vous remercie|je te remercie|parfait",
    farewell: "au revoir|bonne nuit|a bientot|bonne journee",
    about: "qui es tu|qui etes vous|que peux tu faire|que pouvez vous faire|aide",
  },
  es: {
    greeting: "hola|buenos dias|buenas tardes|buenas noches|buenas|que tal|como estas|como esta usted",
    thanks: "gracias|muchas gracias|mil gracias|perfecto|genial",
    farewell: "adios|hasta luego|hasta pronto",
    about: "quien eres|quien es usted|que puedes hacer|que eres|ayuda",
  },
  it: {
    greeting: "ciao|buongiorno|buonasera|salve|come stai|come va",
    thanks: "grazie|grazie mille|molte grazie|perfetto",
    farewell: "arrivederci|buonanotte|a presto",
    about: "chi sei|cosa sai fare|che cosa puoi fare|aiuto",
  },
  pt: {
    greeting: "ola|oi|bom dia|boa tarde|boa noite|tudo bem|como vai",
    thanks: "obrigado|obrigada|muito obrigado|muito obrigada|valeu",
    farewell: "tchau|adeus|ate logo",
    about: "quem e voce|o que voce faz|o que voce pode fazer|ajuda",
  },
  nl: {
    greeting: "hallo|hoi|goedemorgen|goedemiddag|goedenavond|goedendag|hoe gaat het",
    thanks: "dank je|dank je wel|dank u|dank u wel|bedankt|hartelijk dank",
    farewell: "tot ziens|doei|goedenacht",
    about: "wie ben je|wie bent u|wat kun je|wat kan je",
  },
  ru: {
    greeting: "привет|здравствуите|здравствуи|доброе утро|добрыи день|добрыи вечер|как дела",
    thanks: "спасибо|большое спасибо|спасибо большое|благодарю",
    farewell: "пока|до свидания|спокоинои ночи",
    about: "кто ты|кто вы|что ты умеешь|что вы умеете|помощь",
  },
  pl: {
    greeting: "czesc|dzien dobry|dobry wieczor|witam|hej",
    thanks: "dziekuje|dzieki|dziekuje bardzo",
    farewell: "do widzenia|dobranoc|pa",
    about: "kim jestes|co potrafisz|pomoc",
  },
  sv: {
    greeting: "hej|hallå|god morgon|god kvall|god dag",
    thanks: "tack|tack sa mycket|tusen tack",
    farewell: "hej da",
    about: "vem ar du",
  },
  tr: {
    greeting: "merhaba|selam|gunaydin|iyi gunler|iyi aksamlar",
    thanks: "tesekkurler|tesekkur ederim|sag ol|cok tesekkurler",
    farewell: "hosca kal|gorusuruz|iyi geceler",
    about: "sen kimsin|kimsin",
  },
  ar: {
    greeting: "مرحبا|السلام عليكم|اهلا|صباح الخير|مساء الخير",
    thanks: "شكرا|شكرا جزيلا|شكرا لك",
    farewell: "مع السلامة|وداعا",
    about: "من انت",
  },
  el: {
    greeting: "γεια|γεια σου|γεια σας|καλημερα|καλησπερα|χαιρετε|τι κανεις|τι κανετε",
    thanks: "ευχαριστω|ευχαριστω πολυ|σε ευχαριστω|σας ευχαριστω|τελεια",
    farewell: "αντιο|καληνυχτα|τα λεμε",
    about: "ποιος εισαι|ποιος εισαι εσυ|τι μπορεις να κανεις|τι εισαι|βοηθεια",
  },
  hi: {
    greeting: "नमस्ते|नमस्कार|सुप्रभात|आप कैसे हैं",
    thanks: "धन्यवाद|बहुत धन्यवाद|शुक्रिया|बहुत शुक्रिया",
    farewell: "अलविदा|फिर मिलेंगे|शुभ रात्रि",
    about: "आप कौन हैं|तुम कौन हो|आप क्या कर सकते हैं|मदद",
  },
  ro: {
    greeting: "buna|buna ziua|buna dimineata|buna seara|salut|ce mai faci",
    thanks: "multumesc|multumesc mult|multumesc frumos|mersi",
    farewell: "la revedere|noapte buna",
    about: "cine esti|cine sunteti|ce poti face|ce poti sa faci|ajutor",
  },
  cs: {
    greeting: "ahoj|dobry den|dobre rano|dobry vecer",
    thanks: "dekuji|dekuji moc|diky",
    farewell: "na shledanou|nashledanou|dobrou noc",
    about: "kdo jsi|kdo jste|co umis",
  },
  vi: {
    greeting: "xin chao|chao ban|chao",
    thanks: "cam on|cam on ban",
    farewell: "tam biet",
    about: "ban la ai",
  },
  zh: {
    greeting: "你好|您好|早上好|下午好|晚上好|大家好|嗨",
    thanks: "谢谢|谢谢你|谢谢您|多谢|感谢|謝謝",
    farewell: "再见|晚安",
    about: "你是谁|你能做什么",
  },
  ja: {
    greeting: "こんにちは|こんばんは|おはよう|おはようございます|はじめまして",
    thanks: "ありがとう|ありがとうございます|ありがとうございました|どうも",
    farewell: "さようなら|おやすみなさい",
    about: "あなたは誰ですか|何ができますか",
  },
  ko: {
    greeting: "안녕하세요|안녕|반갑습니다",
    thanks: "감사합니다|고마워|고마워요|고맙습니다",
    farewell: "안녕히 가세요|안녕히 계세요",
    about: "누구세요|당신은 누구입니까",
  },
  th: {
    greeting: "สวัสดี|สวัสดีครับ|สวัสดีค่ะ",
    thanks: "ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ",
    farewell: "ลาก่อน",
    about: "คุณคือใคร",
  },
} as const satisfies Record<string, Record<SmallTalkKind, string>>;

/** Words that may accompany small talk without changing its meaning. */
export const FILLERS =
  "there all everybody everyone team friend friends again so very much a lot you for that this the your help it was it s to and oh well now " +
  "dir ihnen euch an alle zusammen fur die das hilfe und sehr a tous tout le monde pour votre ton aide vous beaucoup a todos por tu su todo " +
  "e tutti per il tuo aiuto de mi 啊 呀 了";
