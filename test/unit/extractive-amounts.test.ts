import { describe, expect, test } from "vitest";
import { missesAmount } from "../../src/answering/extraction/constraints/amount.ts";
import { missesAgent } from "../../src/answering/extraction/constraints/agent.ts";
import { sentenceCandidates } from "../../src/answering/extraction/sentence-candidates.ts";
import { passage, quoted } from "../support/assertions/quoted.ts";

describe("a question for an amount", () => {
  test.each([
    ["How many users does Brine have?", "Brine 3.3.14 reads UTF-8, as section 3.5 says [2], with -m 9 too."],
    ["How many users does Brine have?", "There is one more thing that users of Brine should know."],
    ["What does Brine cost?", "Brine needs no server."],
    ["What is the salary of the keeper?", "The keeper is Greta Falk."],
    ["How old is the keeper?", "The keeper came from the east."],
    ["What is the maximum size of a file in Brine?", "The size of a file is kept in its head."],
    ["What is the telephone number of the office?", "The office has 3 rooms."],
    ["By how much did gifts shrink?", "Gifts came from the town."],
    ["How long is the sea wall?", "08/13 Sea wall erected, 1961"],
    ["How tall was Greta Falk?", "Greta Falk was born on 1961-08-13."],
  ])("a question for an amount finds none in: %s", (question, text) => {
    expect(missesAmount(question, text)).toBe(true);
  });

  test.each([
    ["How many users does Brine have?", "About 1,500 users."],
    ["How many users does Brine have?", "Several thousand use it."],
    ["How many users does Brine have?", "Brine has few users."],
    ["How many processes may hold the lock?", "Only one process at a time."],
    ["What does Brine cost?", "Brine is free."],
    ["What is the price of a ticket?", "A ticket costs €40."],
    ["How old is the keeper?", "The keeper is fifty-two."],
    ["How often does the council meet?", "It meets weekly."],
    ["How long is the warranty?", "It holds until the machine is sold."],
    ["How long did the war last?", "The war of 1812 to 1815 was short."],
    ["What is the telephone number of the office?", "Call 555 0142."],
    ["By how much did gifts shrink?", "They shrank by half."],
  ])("a question for an amount finds one: %s %s", (question, text) => {
    expect(missesAmount(question, text)).toBe(false);
  });

  test.each([
    "How large language models work",
    "How do many-to-many relations work?",
    "Why does it matter how long a name is?",
    "What was the Age of Reason?",
    "What is the price control law?",
    "Wie viele Gäste haben Platz?",
  ])("a question for no amount is: %s", (question) => {
    expect(missesAmount(question, "Nothing is told here.")).toBe(false);
  });

  test("a question for an amount gets no answer from other facts about its subject", () => {
    const text = "Brine is a database for small boats. Its users write to a list.";
    expect(quoted("How many users does Brine have?", text)).toEqual([]);
    expect(
      quoted("How many users does Brine have?", `${text} Some 400 users of Brine are known.`)[0],
    ).toContain("400");
  });
});

describe("a question for an author", () => {
  test.each([
    ["Who invented Brine?", "In older versions of Brine this was true. Brine reads README files.", true],
    ["Who invented Brine?", "In 1998 it came from Greta Falk.", false],
    ["Who invented Brine?", "Greta Falk had the idea.", false],
    ["Who invented Brine?", "It was invented by two brothers.", false],
    ["Who reads Brine?", "Brine is read aloud.", false],
  ])(
    "a question for an author needs a name or a statement of authorship: %s %s",
    (question, text, isLacking) => {
      expect(missesAgent(question, sentenceCandidates(passage(text, 0, "Brine")))).toBe(isLacking);
    },
  );

  test("a question for an author gets no answer without a name or a statement of authorship", () => {
    expect(
      quoted("Who wrote Brine?", "Brine is a database for small boats. That is easy with Brine."),
    ).toEqual([]);
    expect(
      quoted("Who wrote Brine?", "Brine is a database for small boats. Greta Falk wrote Brine.")[0],
    ).toContain("Greta");
  });
});

test("the amount check of a long text runs in linear time", () => {
  const text = `${"a".repeat(50_000)} ${"1.".repeat(50_000)} ${" -m 9".repeat(20_000)}`;
  expect(missesAmount("How many users does Brine have?", text)).toBe(true);
});
