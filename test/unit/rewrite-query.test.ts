import { describe, expect, test } from "vitest";
import { mergeReadings } from "../../src/answering/conversation/merge-readings.ts";
import { bestPassages, blendPassages, rewriteQuery } from "../../src/answering/conversation/rewrite-query.ts";
import { passage, readWindow } from "../support/assertions/quotes-of.ts";

const LIGHTHOUSE = [
  { question: "Who built the lighthouse at Marlow?", quote: "It was built by Ellen Truscott." },
];
const FOLLOW_UPS = `Why?|How often?|And in 2019?|And for children?|When did she die?|What about dogs?|Und wann?|Und im Winter?|Wann starb er?|
  Et pour les enfants ?|¿Y cuándo?|E quanto costa?|А по средам?|Где он родился?|为什么？|那冬天呢?|那价格呢？|いつ？|Còn trẻ em thì sao?|Και πότε;|
  और कब?|Peki ne zaman?|وماذا عن الأطفال؟|Și când?|그럼 언제?|冬はどう？`;

test.each(FOLLOW_UPS.split("|").map((each) => each.trim()))(
  "the follow-up %s takes the question before as its context",
  (question) => {
    const { topic, query, weight } = rewriteQuery(question, LIGHTHOUSE);
    expect([topic, query]).toEqual([
      "Who built the lighthouse at Marlow?",
      `Who built the lighthouse at Marlow? ${question}`,
    ]);
    expect(weight).toBeGreaterThanOrEqual(0.5);
  },
);

const COMPLETE = `Who was the first director of the observatory?|When was the observatory in Greenwich founded?|Why did Tesla leave his laboratory?|
  Is there a boat when a storm blows on Sundays?|What does version 2.4.10 mend?|Wie hoch ist die Pacht im Jahr 2020?|
  Gibt es Hunde in der Anlage Lindenhöhe?|Combien coûte l'entrée du musée du Sel ?|¿Quién construyó el molino de Arriba?|
  Сколько стоит билет в городской музей?|青溪茶馆最受欢迎的茶是什么？|Ποιος έχτισε τον παλιό φάρο του Μάρλοου;|
  Ai đã xây ngọn hải đăng ở Marlow năm 1874?|Marlow'daki deniz fenerini kim inşa etti?|من بنى منارة مارلو القديمة؟`;

test.each(COMPLETE.split("|").map((each) => each.trim()))(
  "the complete question %s stays unchanged",
  (question) => {
    expect(rewriteQuery(question, LIGHTHOUSE)).toEqual({ topic: "", query: question, weight: 0 });
  },
);

test("a second follow-up continues the last complete question and skips small talk", () => {
  const conversation = [
    { question: "When does the ferry leave on weekdays?", quote: "It leaves at 8.15." },
    { question: "And on Saturdays?", quote: "On Saturdays at 10.30." },
    { question: "Thanks!", quote: "" },
  ];
  expect(rewriteQuery("On Sundays?", conversation).topic).toBe("When does the ferry leave on weekdays?");
  const changed = [
    ...conversation,
    { question: "Who was the first director of the observatory?", quote: "" },
  ];
  expect(rewriteQuery("When did she die?", changed).topic).toBe(
    "Who was the first director of the observatory?",
  );
  expect(rewriteQuery("On Sundays?", [{ question: "Thanks!", quote: "" }]).topic).toBe("");
});

const named = (name: string, score: number) => ({
  ...passage(`${name} text.`, 0, name),
  chunkId: name,
  score,
});

describe("merged search results", () => {
  const names = (alone: number, weight: number): string[] =>
    blendPassages(
      [named("museum", alone), named("ferry", 0.8)],
      [named("ferry", 0.9), named("house", 0.7)],
      weight,
    ).map(({ chunkId }) => chunkId);

  test("a passage of both searches comes before a passage of one", () => {
    expect(names(0.85, 0.5)).toEqual(["ferry", "museum", "house"]);
  });

  test("the weight decides between the question alone and its context", () => {
    expect(names(0.95, 0.2)[0]).toBe("museum");
    expect(names(0.95, 0.8)[0]).toBe("ferry");
  });

  test("the result of one search alone stays in order", () => {
    expect(
      blendPassages([], [named("ferry", 0.9), named("house", 0.7)], 0.5).map(({ chunkId }) => chunkId),
    ).toEqual(["ferry", "house"]);
  });
});

test("a follow-up keeps its own words and takes the mean of both probabilities", () => {
  const [ferry, museum] = [passage("The ferry leaves at nine.", 0), passage("The museum opens at ten.", 1)];
  const merged = mergeReadings(
    [readWindow(museum, "ten", 0.375), readWindow(ferry, "nine", 0.25)],
    [readWindow(ferry, "The ferry", 0.75)],
  );
  expect(
    merged.map(({ passage: { chunkId }, words, probability }) => [chunkId, words?.start, probability]),
  ).toEqual([
    [ferry.chunkId, ferry.text.indexOf("nine"), 0.5],
    [museum.chunkId, museum.text.indexOf("ten"), 0.375],
  ]);
});

test("a passage that several queries find keeps its best score", () => {
  const merged = bestPassages([
    [named("ferry", 0.9), named("house", 0.2)],
    [named("house", 0.7), named("lamp", 0.1)],
    [],
  ]);
  expect(merged.map(({ chunkId, score }) => [chunkId, score])).toEqual([
    ["ferry", 0.9],
    ["house", 0.7],
    ["lamp", 0.1],
  ]);
});
