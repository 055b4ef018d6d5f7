import { expect, test } from "vitest";
import { composeExtractiveAnswer } from "../../src/answering/extraction/compose-extractive-answer.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import { passage, readWindow } from "../support/assertions/quotes-of.ts";

const mail = (date: string, body: string, at: number): Passage =>
  passage(`- From: Lena Brandt\n- Date: ${date}\n- Subject: Summer party\n\n${body}`, at, `party ${at}.eml`);

function textOf(question: string, read: readonly (readonly [Passage, string, number?])[]): string {
  const answer = composeExtractiveAnswer({
    question,
    passages: read.map(([each]) => each),
    coverage: 1,
    windows: read.map(([each, found, probability]) => readWindow(each, found, probability)),
  });
  expect(answer.kind).toBe("answered");
  if (answer.kind === "answered")
    for (const { quote } of answer.quotes) expect(read.some(([{ text }]) => text.includes(quote))).toBe(true);
  return answer.parts.join("");
}

test("the later of two mails that contradict each other comes first, and both have their dates", () => {
  const older = mail("Tue, 04 Mar 2025 09:10:00 +0100", "The party starts at 15:00 in the greenhouse.", 1);
  const newer = mail("Mon, 16 Jun 2025 18:40:00 +0200", "The party starts at 17:00 in the town hall.", 2);
  const expected =
    "2025-06-16: The party starts at 17:00 in the town hall. [1]\n\n2025-03-04: The party starts at 15:00 in the greenhouse. [2]";
  const asked = "When does the summer party start?";
  expect(
    textOf(asked, [
      [older, "15:00"],
      [newer, "17:00", 0.6],
    ]),
  ).toBe(expected);
  expect(
    textOf(asked, [
      [newer, "17:00"],
      [older, "15:00", 0.89],
    ]),
  ).toBe(expected);
});

test("the later version of a document comes first", () => {
  const older = passage("The maximum pressure is 9 bar.", 1, "Pump manual 2.9");
  const newer = passage("The maximum pressure is 7 bar.", 2, "Pump manual 2.10");
  expect(
    textOf("What is the maximum pressure?", [
      [older, "9 bar"],
      [newer, "7 bar", 0.5],
    ]),
  ).toBe(
    "Pump manual 2.10: The maximum pressure is 7 bar. [1]\n\nPump manual 2.9: The maximum pressure is 9 bar. [2]",
  );
});

test.each([
  [
    "headings",
    "# Beschlüsse\n\n## 14. Februar 2023\n\nEine Parkkarte kostet 30 Euro im Jahr.\n\n## 9. Oktober 2024\n\nEine Parkkarte kostet 45 Euro im Jahr.",
    "Was kostet eine Parkkarte?",
    "30 Euro",
    /^2024-10-09: Eine Parkkarte kostet 45 Euro/,
  ],
  [
    "the sentences",
    "Au 1er janvier 2022, le billet du musée coûte 6 euros.\n\nLe musée est vieux.\n\nAu 1er mai 2025, le billet du musée coûte 9 euros.",
    "Combien coûte le billet ?",
    "6 euros",
    /^2025-05-01: Au 1er mai 2025, le billet du musée coûte 9 euros/,
  ],
])(
  "the later of two sentences with dates in %s comes first, although the reader read only one",
  (_, text, question, found, expected) => {
    expect(textOf(question, [[passage(text), found]])).toMatch(expected);
  },
);

test("a question that names the older date or version keeps its answer", () => {
  const older = passage("The maximum pressure is 9 bar.", 1, "Pump manual 2.1");
  const newer = passage("The maximum pressure is 7 bar.", 2, "Pump manual 2.3");
  expect(
    textOf("What is the maximum pressure in manual 2.1?", [
      [older, "9 bar"],
      [newer, "7 bar", 0.5],
    ]),
  ).toBe("The maximum pressure is 9 bar. [1]");
  const minutes = passage(
    "## 14 February 2023\n\nThe parking card costs 30 euros a year.\n\n## 9 October 2024\n\nThe parking card costs 45 euros a year.",
  );
  expect(textOf("What did the parking card cost in 2023?", [[minutes, "30 euros"]])).toBe(
    "The parking card costs 30 euros a year. [1]",
  );
});

test("answers without dates, with equal words or with low probability keep their order", () => {
  const one = passage("The bridge is 90 m long.", 1, "Bridges");
  const two = passage("The bridge is 80 m long.", 2, "Roads");
  expect(
    textOf("How long is the bridge?", [
      [one, "90 m"],
      [two, "80 m", 0.5],
    ]),
  ).toBe("The bridge is 90 m long. [1]");
  const older = mail("Tue, 04 Mar 2025 09:10:00 +0100", "The party starts at 15:00.", 1);
  const newer = mail("Mon, 16 Jun 2025 18:40:00 +0200", "We open the doors at 17:00.", 2);
  const same = mail("Mon, 16 Jun 2025 18:40:00 +0200", "As I wrote, the party starts at 15:00 sharp.", 2);
  for (const other of [newer, same])
    expect(
      textOf("When does the party start?", [
        [older, "15:00"],
        [other, other === same ? "15:00" : "17:00", other === same ? 0.6 : 0.3],
      ]),
    ).toBe("The party starts at 15:00. [1]");
});

test("dates of the text above and of table rows are not the dates of an answer", () => {
  const wrapped = (date: string): string =>
    `The club met on ${date} in the hall and talked about\nthe boats of the harbour.`;
  const one = passage(`${wrapped("3 May 1931")} The dues are 4 euros.`, 1, "Harbour");
  const two = passage(`${wrapped("5 June 2021")} A member pays 9 euros.`, 2, "Club");
  const asked = "How much are the dues?";
  expect(
    textOf(asked, [
      [one, "4 euros"],
      [two, "9 euros", 0.6],
    ]),
  ).toMatch(/^The dues are 4 euros\. \[1\]$/);
  const rows = (date: string, dues: string): string =>
    `| Member | Dues | Since |\n| --- | --- | --- |\n| Ada | ${dues} | ${date} |\n| Ben | ${dues} | ${date} |`;
  const [old, young] = [passage(rows("2019-01-02", "4"), 1, "A"), passage(rows("2024-03-04", "9"), 2, "B")];
  expect(
    textOf("What are the dues of Ben?", [
      [old, "| Ben | 4"],
      [young, "| Ben | 9", 0.6],
    ]),
  ).toMatch(/^\| Ben \| 4/);
});
