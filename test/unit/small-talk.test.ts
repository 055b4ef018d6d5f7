import { expect, test } from "vitest";
import { cannedReply } from "../../src/answering/conversation/canned-reply.ts";

const TALK = `Hi|Hello!|hello there|Good morning|Thanks!|Thanks, that helped.|Thank you very much for your help|ok thanks|Bye!|Who are you?|
  What can you do?|Danke!|Vielen Dank|Guten Tag|Merci beaucoup !|Bonjour|¡Hola!|Muchas gracias|Grazie|Obrigado|Bedankt|Спасибо!|Здравствуйте|
  你好|谢谢！|ありがとうございます|안녕하세요|ขอบคุณครับ|شكرا|Dziękuję|Tack så mycket|Teşekkürler|Cảm ơn|
  Γεια σας|Ευχαριστώ πολύ|नमस्ते|धन्यवाद|Bună ziua|Mulțumesc|Dobrý den`;

test.each(TALK.split("|").map((each) => each.trim()))("the message %s gets a friendly reply", (message) => {
  expect(cannedReply(message)).toMatch(/\p{L}/u);
});

const QUESTIONS = `Hi, when does the ferry leave?|Thanks. And on Sundays?|What does thank you mean in Finnish?|Who is the chair?|help desk hours|
  Good morning routine of the guests|Was kostet der Hallo-Tarif?|What was Hello Kitty's first film?|What is it?|And there?|Why?|谢谢在芬兰语中怎么说？|
  Γεια σας, πότε ανοίγει;|नमस्ते, यह कब खुलता है?`;

test.each(QUESTIONS.split("|").map((each) => each.trim()))("the message %s is a question", (message) => {
  expect(cannedReply(message)).toBeNull();
});

test("the reply to thanks uses the language of the message", () => {
  expect(cannedReply("Danke!")).toMatch(/Gern geschehen/);
  expect(cannedReply("谢谢")).toMatch(/不客气/);
  expect(cannedReply("Xin chào")).toMatch(/tài liệu/);
});

test.each(["What is 2+2?", "2 + 2", "How much is 12 * 3?", "Was ist 3+4?", "What is 10 / 2?"])(
  "the calculation %s gets the reply that documents do not answer it",
  (message) => {
    expect(cannedReply(message)).toMatch(/Nothing in the documents|Nichts in den/);
  },
);

test.each([
  "What is 9/11?",
  "What is 20/20 vision?",
  "What is 2.4.1?",
  "What is C++17?",
  "What was agreed on 2024-05-03?",
  "Is 3 + 4 in the table of costs?",
])("the question %s is no calculation", (message) => {
  expect(cannedReply(message)).toBeNull();
});
