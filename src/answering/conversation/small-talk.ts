import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import { normalizeText } from "../../text/terms.ts";
import type { WrittenAnswer } from "../answerer.ts";
import { countWords } from "../count-words.ts";

/** Greetings, thanks, and the reply to each. One language per line. */
const SMALL_TALK = `hello, hi, hey, hello there, hi there, good morning, good afternoon, good evening|thanks, thank you, many thanks, thank you very much, thanks a lot, thanks that helped|Hello! Ask me anything about the documents in scope.|You are welcome!
hallo, guten tag, guten morgen, guten abend|danke, vielen dank, danke schön, besten dank|Hallo! Fragen Sie gern etwas zu den verfügbaren Dokumenten.|Gern geschehen!
bonjour, bonsoir, salut|merci, merci beaucoup|Bonjour ! Posez-moi une question sur les documents disponibles.|Avec plaisir !
hola, buenos días, buenas tardes|gracias, muchas gracias|¡Hola! Pregunte lo que quiera sobre los documentos disponibles.|¡De nada!
ciao, buongiorno, buonasera|grazie, grazie mille|Ciao! Chiedi pure qualcosa sui documenti disponibili.|Prego!
olá, bom dia, boa tarde|obrigado, obrigada, muito obrigado|Olá! Pergunte o que quiser sobre os documentos disponíveis.|De nada!
hoi, goedemorgen, goedendag|dank je, dank u wel, bedankt|Hallo! Vraag gerust iets over de beschikbare documenten.|Graag gedaan!
привет, здравствуйте, добрый день|спасибо, большое спасибо|Здравствуйте! Спросите что-нибудь о доступных документах.|Пожалуйста!
你好, 您好|谢谢, 谢谢你, 谢谢您|您好！请就可用的文档提问。|不客气！
こんにちは, おはようございます|ありがとう, ありがとうございます|こんにちは。対象の文書について何でもお尋ねください。|どういたしまして。
안녕하세요, 안녕|감사합니다, 고맙습니다|안녕하세요! 대상 문서에 대해 무엇이든 물어보세요.|천만에요!
สวัสดี, สวัสดีครับ, สวัสดีค่ะ|ขอบคุณ, ขอบคุณครับ, ขอบคุณค่ะ|สวัสดี! ถามอะไรก็ได้เกี่ยวกับเอกสารที่มีอยู่|ยินดี!
xin chào|cảm ơn, cảm ơn bạn|Xin chào! Hãy hỏi bất cứ điều gì về các tài liệu hiện có.|Không có gì!
مرحبا, السلام عليكم|شكرا, شكرا جزيلا, شكرا لك|مرحبا! اسأل ما تشاء عن المستندات المتاحة.|على الرحب والسعة!
merhaba, selam, günaydın|teşekkürler, teşekkür ederim|Merhaba! Mevcut belgeler hakkında dilediğinizi sorun.|Rica ederim!
γεια, γεια σας, γεια σου, καλημέρα|ευχαριστώ, ευχαριστώ πολύ|Γεια σας! Ρωτήστε ό,τι θέλετε για τα διαθέσιμα έγγραφα.|Παρακαλώ!
नमस्ते, नमस्कार|धन्यवाद, शुक्रिया|नमस्ते! उपलब्ध दस्तावेज़ों के बारे में कुछ भी पूछिए।|आपका स्वागत है!
bună, bună ziua|mulțumesc, mulțumesc mult|Bună ziua! Întrebați orice despre documentele disponibile.|Cu plăcere!`;

const MAX_CHARS = 40;
const WORD = /[\p{L}\p{M}]+/gu;

const replies = new Map(
  SMALL_TALK.split("\n").flatMap((line) => {
    const [greetings = "", thanks = "", greeting = "", welcome = ""] = line.split("|");
    const entries = (phrases: string, reply: string): [string, string][] =>
      phrases.split(",").map((phrase) => [wordsOf(phrase), reply]);
    return [...entries(greetings, greeting), ...entries(thanks, welcome)];
  }),
);

/**
 * Returns the reply to a greeting or to thanks, in the language of the message. Null for any other message:
 * "Hi, when does it open?" is a question.
 */
export function smallTalkReply(message: string): string | null {
  return message.length > MAX_CHARS ? null : (replies.get(wordsOf(message)) ?? null);
}

/** Returns a complete answer that contains the reply. */
export function smallTalkAnswer(message: string, reply: string): WrittenAnswer {
  const tokens = { inputTokens: countWords(message), outputTokens: countWords(reply) };
  return { model: EXTRACTIVE_MODEL, parts: [reply], quotes: [], suggestions: [], ...tokens };
}

function wordsOf(text: string): string {
  return (normalizeText(text).match(WORD) ?? []).join(" ");
}
