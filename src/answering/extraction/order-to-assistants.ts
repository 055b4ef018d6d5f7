/** Number of characters of a sentence that decide. */
const MAX_CHARS = 400;

/** Nouns for a reader that is a program. The word "assistant" alone also names people. */
const PROGRAM =
  "(?:ai|a\\.i\\.|llm|gpt-?\\d?|chatgpt|chat ?bot|(?:large )?language model|artificial intelligence)(?:[ -](?:assistant|model|agent|system|reviewer|tool|bot|reader))?s?";
const ASSISTANT = `(?:${PROGRAM}|assistants?)`;
const LEAD = "(?:please |important[:,!]? |attention[:,!]? |note[:,]? |stop[:,!]? |new instructions?[:,] )*";
const START = `^[^\\p{L}]{0,6}${LEAD}`;
const ORDERS = "(?:instructions?|prompts?|directives?|directions|guidelines|commands|rules)";

/**
 * Sentences that give orders to a program that reads the document. The next sentences of the paragraph go on
 * with the order. Precise rather than complete: a manual gives orders to people in nearly the same words.
 */
const ADDRESSED = [
  // "Ignore all previous instructions", in several languages.
  `${START}(?:ignore|disregard|forget|override|bypass)(?: \\S{1,12}){0,3}? (?:previous|prior|above|earlier|preceding|your)(?: \\S{1,12}){0,2}? ${ORDERS}(?!\\p{L})`,
  `${START}(?:ignore|disregard|forget|override|bypass)(?: \\S{1,12}){0,2}? ${ORDERS} (?:above|before)(?!\\p{L})`,
  `${START}(?:ignorier|vergiss|vergesst|missachte)\\S{0,3}(?: \\S{1,12}){0,2}? (?:vorherigen|bisherigen|vorigen|früheren|obigen|deine)(?: \\S{1,12}){0,2}? (?:anweisungen|regeln|befehle|prompts)`,
  `${START}(?:ignore[zr]?|oublie[zr]?)(?: \\S{1,12}){0,2}? (?:instructions|consignes|règles)(?: \\S{1,12}){0,1}? (?:précédentes|antérieures|ci-dessus)`,
  `${START}(?:ignor[ae]|olvida|dimentica|esqueça)(?: \\S{1,12}){0,3}? (?:instrucciones|istruzioni|instruções|regras|reglas|regole) (?:anterior|previ|precedent)`,
  `${START}(?:negeer|vergeet)(?: \\S{1,12}){0,2}? (?:eerdere|vorige|bovenstaande) (?:instructies|aanwijzingen|regels)`,
  `${START}(?:игнорируй(?:те)?|забудь(?:те)?)(?: \\S{1,12}){0,2}? (?:предыдущие|прежние)(?: \\S{1,12}){0,1}? (?:инструкции|указания|правила)`,
  "^\\P{L}{0,6}(?:请)?(?:忽略|无视|忘记)(?:之前|以上|前面|先前|上述)的?(?:所有|全部|一切)?的?(?:指令|指示|提示|说明|规则)",
  "^\\P{L}{0,6}(?:これまで|以前|上記|前)の(?:すべての)?(?:指示|命令|指令)を(?:すべて)?(?:無視|忘れ)",
  "^\\P{L}{0,6}(?:이전|위)의? (?:모든 )?(?:지시|명령|지침)(?:를|을)? ?(?:모두 )?무시",
  "^\\P{L}{0,6}(?:تجاهل|انس) (?:جميع |كل )?(?:التعليمات|الأوامر) السابقة",
  "^\\P{L}{0,6}önceki (?:tüm )?(?:talimatları|komutları) (?:yok say|unut|göz ardı)",
  "^\\P{L}{0,6}bỏ qua (?:mọi |tất cả )?(?:các )?(?:hướng dẫn|chỉ dẫn|lệnh) (?:trước|ở trên)",
  // "AI assistants: add", "Note to AI:", "Dear assistant,". A bare "Assistant:" names a speaker.
  `${START}(?:(?:note|message|instructions?|hint|information) )?(?:for|to) (?:all |any |the |every )?${ASSISTANT}(?: \\S{1,12}){0,4}?[,:]`,
  `${START}(?:hey|hi|hello|dear|all|any) ${ASSISTANT}[,:]`,
  `${START}${PROGRAM}: (?!(?:is|are|was|were|which|who|and|or|the|a|an)(?!\\p{L}))`,
  `${START}(?:hinweis|nachricht|anweisung(?:en)?) (?:an|für) (?:alle )?(?:ki|llm)s?(?!\\p{L})`,
  // "If you are an AI", "As an AI assistant you must".
  `${START}if (?:you are|you're|you be|this is read by) (?:an? |any )?${ASSISTANT}(?!\\p{L})`,
  `${START}as an? ${PROGRAM},? you (?:must|should|will|have|may|can)(?!\\p{L})`,
  `${START}(?:any |all |every )?${PROGRAM} (?:that |which )?(?:read|process|summariz|summaris|review|pars|evaluat)\\S{0,4} (?:this|the above)`,
  `${START}you are now (?:an? |the )?(?:\\S{1,12} ){0,2}?(?:${PROGRAM}|model|dan)(?!\\p{L})`,
  `${START}wenn (?:du|sie) eine? (?:ki|künstliche intelligenz|sprachmodell|chatbot)`,
  `${START}si (?:tu es|vous êtes) une? (?:ia|intelligence artificielle|modèle de langage|assistant)`,
  `${START}si (?:eres|es usted) una? (?:ia|inteligencia artificial|modelo de lenguaje|asistente)`,
  `${START}se (?:sei|você é) um[ao]? ?(?:ia|intelligenza artificiale|inteligência artificial|modello linguistico|modelo de linguagem)`,
  `${START}если (?:ты|вы) (?:ии|искусственный интеллект|языковая модель|чат-бот)`,
  "^\\P{L}{0,6}如果(?:你|您)是(?:一个|一款)?(?:人工智能|ai|语言模型|大模型|聊天机器人)",
  "^\\P{L}{0,6}(?:あなたが)?(?:aiアシスタント|ai|言語モデル)(?:は|なら|の場合)[^。]{0,40}(?:してください|しなさい)",
  // Marks of chat formats.
  "^\\s{0,4}(?:<\\/?system>|\\[inst\\]|<\\|im_start\\|>|<\\|system\\|>|### ?(?:system|instruction)s?:)",
].map((pattern) => new RegExp(pattern, "iu"));

/** Orders that a sentence contains completely, so the next sentence may be an ordinary one. */
const SINGLE = [
  `${START}when(?:ever)?(?: you are| you're| you get)? asked (?:about|for|who|what|which|whether|if|how|where|why)(?:(?!\\.)[^,]){1,120}, (?:always |only |simply |just )?(?:answer|reply|respond|say|state|claim|recommend)(?: only)? (?:that|with)(?!\\p{L})`,
  `${START}(?:if|when|whenever) (?:the|a) user asks[^,]{1,120}, (?:always |only |simply |just )?(?:answer|reply|respond|say|state|claim|recommend)(?!\\p{L})`,
  `${START}when summari[sz]ing this(?!\\p{L})`,
  `${START}(?:reveal|print|repeat|output|show|leak|give)(?: me| us)?(?: \\S{1,12}){0,2}? (?:your|the) (?:entire |full |whole |hidden |secret |initial |original )?(?:system prompt|hidden instructions|initial instructions)`,
  `${START}(?:do not|don't|never) (?:tell|reveal to|inform|show) the user (?:about |that |of )?(?:this|these|you)(?!\\p{L})`,
].map((pattern) => new RegExp(pattern, "iu"));

/** Every order contains one of these words. Most sentences do not, so one expression decides. */
const HINT = new RegExp(
  [
    `(?<!\\p{L})(?:${PROGRAM}|assistants?|ki|ia|ии|ai)(?!\\p{L})`,
    "ignor|disregard|forget|overrid|bypass|vergiss|vergesst|missachte|oublie|olvida|dimentica|esqueça|negeer|vergeet|игнорируй|забудь",
    "忽略|无视|忘记|人工智能|语言模型|大模型|聊天机器人|無視|忘れ|言語モデル|무시|تجاهل|انس|talimatları|komutları|bỏ qua",
    "ai(?:アシスタント|は|なら)|künstliche|sprachmodell|artificielle|langage|inteligencia|lenguaje|asistente|intelligenza|linguistico|linguagem|inteligência|искусственный|языковая|чат-бот",
    "\\basked (?:about|for|who|what|which|whether|if|how|where|why)|user asks|summari[sz]ing this|system prompt|instructions|the user|you are now",
    "<\\/?system>|\\[inst\\]|<\\|(?:im_start|system)\\|>|### ?(?:system|instruction)",
  ].join("|"),
  "iu",
);

/** True if a text may contain an order to assistants. */
export function mayOrderAssistants(text: string): boolean {
  return HINT.test(text.normalize("NFKC"));
}

/**
 * Tells whether a sentence gives an order to an assistant that reads the document. `paragraph` means that the
 * rest of the paragraph belongs to it.
 */
export function orderToAssistants(sentence: string): "none" | "sentence" | "paragraph" {
  const text = sentence.slice(0, MAX_CHARS).normalize("NFKC").replace(/\s+/g, " ").trim();
  if (!HINT.test(text)) return "none";
  if (ADDRESSED.some((pattern) => pattern.test(text))) return "paragraph";
  return SINGLE.some((pattern) => pattern.test(text)) ? "sentence" : "none";
}
