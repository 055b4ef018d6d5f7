import { expect, test } from "vitest";
import { contextDependenceOf } from "../../src/answering/conversation/context-dependence.ts";
import { rewriteQuery } from "../../src/answering/conversation/rewrite-query.ts";

const OPEN = `Why?|How often?|And in 2019?|And for children?|When did she die?|What happened to his diary?|What about dogs?|How long does it take?|
  Which one did they choose?|Und wann?|Und für Mitglieder?|Wann starb er?|Wo liegt sie?|Et pour les enfants ?|Et en quelle année ?|Où est-elle née ?|
  ¿Y cuándo?|¿Dónde está su tumba?|E quando?|E quanto costa?|En wanneer?|А по средам?|Где он родился?|Когда?|为什么？|他什么时候去世的？|那价格呢？|いつ？|それはどこですか？|
  Còn trẻ em thì sao?|Nó nằm ở đâu?|Και πότε;|Πού βρίσκεται αυτό;|यह कहाँ है?|और कब?|Peki ne zaman?|Orada kim yaşadı?|وماذا عن الأطفال؟|Și când?|그럼 언제?`;

test.each(OPEN.split("|").map((each) => each.trim()))(
  "the question %s depends on the conversation",
  (question) => {
    expect(contextDependenceOf(question).kind === "closed").toBe(false);
    const { topic } = rewriteQuery(question, [
      { question: "Who built the lighthouse at Marlow?", quote: "It was built by Ellen Truscott." },
    ]);
    expect(topic).toContain("Who built the lighthouse at Marlow?");
  },
);

const CLOSED = `Who was the first director of the observatory?|When was the observatory in Greenwich founded?|Who is Napoleon?|Why did Tesla leave his laboratory?|
  Is there a boat when a storm blows on Sundays?|What does version 2.4.10 mend?|Who is the president of France?|Wie hoch ist die Pacht im Jahr 2020?|
  Wann verlor die Firma Brandl ihre Zulassung?|Gibt es Hunde in der Anlage Lindenhöhe?|Combien coûte l'entrée du musée du Sel ?|Y a-t-il un restaurant dans le musée du Sel de Port-Alban ?|
  ¿Quién construyó el molino de Arriba?|Сколько стоит билет в городской музей?|青溪茶馆最受欢迎的茶是什么？|What is the phone number of Marta Lindholm?|
  Ποιος έχτισε τον παλιό φάρο του Μάρλοου;|Ai đã xây ngọn hải đăng ở Marlow năm 1874?|मार्लो का पुराना प्रकाशस्तंभ किसने बनाया?|
  Marlow'daki deniz fenerini kim inşa etti?|من بنى منارة مارلو القديمة؟|Who wrote the two letters to the editor?|Which of the two towers is older?|
  Does WS-114 apply to rope ladders?|What did the company say when it moved its office to Foundry Street?`;

test.each(CLOSED.split("|").map((each) => each.trim()))(
  "the question %s is self-contained and stays unchanged",
  (question) => {
    expect(
      rewriteQuery(question, [{ question: "When does the ferry leave?", quote: "It leaves at ten." }]),
    ).toEqual({
      topic: "",
      query: question,
      isUnsure: false,
    });
  },
);

test.each([
  "What is the difference between the two?",
  "How do the two differ?",
  "Was ist der Unterschied zwischen den beiden?",
])("the question %s refers to the conversation", (question) => {
  const { kind, refersBack } = contextDependenceOf(question);
  expect([kind === "closed", refersBack]).toEqual([false, true]);
});

test("a second follow-up continues the same question and skips small talk", () => {
  const conversation = [
    { question: "When does the ferry leave on weekdays?", quote: "It leaves at 8.15." },
    { question: "And on Saturdays?", quote: "On Saturdays at 10.30." },
    { question: "Thanks!", quote: "" },
  ];
  expect(rewriteQuery("On Sundays?", conversation).query).toBe(
    "When does the ferry leave on weekdays? And on Saturdays? On Sundays?",
  );
});

test.each([
  ["How long are RNA samples kept?", "And for DNA?", "How long are DNA samples kept?"],
  ["How many years does the FDA ask for?", "And the EMA?", "How many years does the EMA ask for?"],
  ["When do backups of the CRM run?", "ERP?", "When do backups of the ERP run?"],
  ["How high was the rent in 2018?", "And in 2019?", "How high was the rent in 2019?"],
  ["What does version 2.4 mend?", "And 2.10?", "What does version 2.10 mend?"],
  [
    "When was the observatory in Greenwich founded?",
    "And in Paris?",
    "When was the observatory in Paris founded?",
  ],
  ["Wann öffnet die Bibliothek?", "Und das Museum?", "Wann öffnet die Museum?"],
])("the follow-up replaces the name: %s %s", (before, question, topic) => {
  expect(rewriteQuery(question, [{ question: before, quote: "" }]).topic).toBe(topic);
});

test.each([
  ["What does Tesla sell?", "And in Germany?"],
  ["Does Ada Lovelace know Charles Babbage?", "And Mary Somerville?"],
  ["When does the ferry leave on weekdays?", "And on Saturdays?"],
  ["Why was the observatory in Greenwich founded?", "And in 1675?"],
  ["What did the FDA say in the EU?", "And the FDA?"],
])("the follow-up extends the question: %s %s", (before, question) => {
  expect(rewriteQuery(question, [{ question: before, quote: "" }]).topic).toBe(before);
});

test("a self-contained question ends the topic", () => {
  const conversation = [
    { question: "When does the ferry leave on weekdays?", quote: "It leaves at 8.15." },
    {
      question: "Who was the first director of the observatory?",
      quote: "Its first director was Hester Vance.",
    },
  ];
  expect(rewriteQuery("When did she die?", conversation).query).toBe(
    "Who was the first director of the observatory? (Hester Vance) When did she die?",
  );
});

test("a question stays unchanged without a conversation, and so does a long question", () => {
  expect(rewriteQuery("And why?", []).topic).toBe("");
  expect(contextDependenceOf(`And ${"why ".repeat(8_000)}`).kind).toBe("closed");
});
