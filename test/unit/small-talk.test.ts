import { expect, test } from "vitest";
import { smallTalkReply } from "../../src/answering/conversation/small-talk.ts";

const TALK = `Hi|Hello!|hello there|Good morning|Thanks!|Thank you very much|Danke!|Vielen Dank|Guten Tag|Merci beaucoup !|Bonjour|¡Hola!|
  Muchas gracias|Grazie|Obrigado|Bedankt|Спасибо!|Здравствуйте|你好|谢谢！|ありがとうございます|안녕하세요|ขอบคุณครับ|شكرا|Teşekkürler|Cảm ơn|
  Γεια σας|Ευχαριστώ πολύ|नमस्ते|धन्यवाद|Bună ziua|Mulțumesc`;

test.each(TALK.split("|").map((each) => each.trim()))("the message %s gets a friendly reply", (message) => {
  expect(smallTalkReply(message)).toMatch(/\p{L}/u);
});

const QUESTIONS = `Hi, when does the ferry leave?|Thanks. And on Sundays?|What does thank you mean in Finnish?|Who is the chair?|
  Good morning routine of the guests|Was kostet der Hallo-Tarif?|And there?|Why?|谢谢在芬兰语中怎么说？|Γεια σας, πότε ανοίγει;||?`;

test.each(QUESTIONS.split("|").map((each) => each.trim()))("the message %s is no small talk", (message) => {
  expect(smallTalkReply(message)).toBeNull();
});

test("the reply uses the language of the message", () => {
  expect(smallTalkReply("Danke!")).toBe("Gern geschehen!");
  expect(smallTalkReply("谢谢")).toBe("不客气！");
  expect(smallTalkReply("Xin chào")).toMatch(/tài liệu/);
});
