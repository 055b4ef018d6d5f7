import { describe, expect, test } from "vitest";
import { deriveLead, hasLead } from "../../src/domain/derive-lead.ts";
import type { AnswerSentence } from "../../src/domain/support.ts";

describe("the short lead of a quoted sentence", () => {
  test.each([
    ["Is the hall open on Sundays?", "The hall is open on Sundays.", "Yes"],
    ["Are dogs allowed in the garden?", "Dogs are allowed in the garden.", "Yes"],
    ["Does the KW-101 float in salt water?", "The KW-101 floats in salt water.", "Yes"],
    ["Can visitors borrow a bicycle?", "Visitors can borrow a bicycle.", "Yes"],
    ["How many berths does the harbour have?", "The harbour has 12 berths.", "12"],
    ["How many keepers were in the tower?", "There were twelve keepers in the tower.", ""],
    ["How many keepers did the tower have?", "The tower had twenty-five keepers.", "twenty-five"],
    ["Who designed the tower?", "The tower was designed by Ada Byron.", "Ada Byron"],
    ["Who designed the tower?", "Ada Byron designed the tower.", "Ada Byron"],
    ["When was the tower built?", "The tower was built in 1742.", "1742"],
    ["When was the tower opened?", "The tower was opened on 12 May 1742.", "12 May 1742"],
  ])("the short lead answers the question: %s %s", (question, quote, lead) => {
    expect(deriveLead(question, quote)).toBe(lead);
  });

  test.each([
    ["a sentence that denies it", "Is the hall open on Sundays?", "The hall is not open on Sundays."],
    ["a sentence that denies it in short", "Is the hall open on Sundays?", "The hall isn't open on Sundays."],
    ["a sentence of narrower matter", "Is the hall open on Sundays?", "The hall is open on Sundays in July."],
    ["a narrower subject", "Is the hall open on Sundays?", "The swimming hall is open on Sundays."],
    ["a condition", "Is the hall open on Sundays?", "The hall is open on Sundays if it rains."],
    ["what follows a comma", "Is the hall open on Sundays?", "The hall is open on Sundays, they once said."],
    ["another day", "Is the hall open on Sundays?", "The hall is open on Mondays."],
    ["another time", "Is the hall open on Sundays?", "The hall was open on Sundays."],
    ["a doubt", "Can visitors borrow a bicycle?", "Visitors may borrow a bicycle."],
    ["who does it to whom", "Does the fox chase the dog?", "The dog chases the fox."],
    ["a question for all", "Are all dogs allowed in the garden?", "All dogs are allowed in the garden."],
    ["a choice", "Is the hall red or blue?", "The hall is red or blue."],
    ["a question that denies", "Is the hall not open?", "The hall is not open."],
    ["a question whose words alone come again", "Is it open?", "It is open."],
    [
      "a part of what is counted",
      "How many berths does the harbour have?",
      "The harbour has 12 berths for visitors.",
    ],
    ["two numbers", "How many berths does the harbour have?", "The harbour has 12 berths and 3 cranes."],
    ["a rough number", "How many berths does the harbour have?", "The harbour has about 12 berths."],
    [
      "a number of something else",
      "How many berths does the harbour have?",
      "The harbour has 3 cranes beside berths.",
    ],
    ["a number that is asked about", "How many of the 12 berths are free?", "12 berths are free."],
    ["nouns at the beginning", "Who designed the tower?", "Engineers designed the tower."],
    ["a committee", "Who designed the tower?", "The Committee designed the tower."],
    ["another object", "Who designed the tower?", "The tower's bridge was designed by Ada Byron."],
    ["somebody before whom", "Who designed the tower?", "The tower was designed before Ada Byron."],
    ["two people", "Who designed the tower?", "The tower was designed by Ada Byron and Bo Lind."],
    ["a span", "When was the tower built?", "The tower was built from 1742 to 1745."],
    ["an event between", "When was the tower built?", "The tower was built after the fire in 1742."],
    ["a day without a year", "When was the tower opened?", "The tower was opened on 12 May."],
    ["a row of a table", "How many berths does the harbour have?", "| harbour | 12 berths |"],
    ["a question of another kind", "Why is the hall open on Sundays?", "The hall is open on Sundays."],
    ["another language", "Ist die Halle sonntags offen?", "Die Halle ist sonntags offen."],
    ["a long text", "Is the hall open on Sundays?", `The hall is open on Sundays${" ".repeat(400)}.`],
    ["nothing", "", ""],
  ])("the short lead is empty for %s", (_, question, quote) => {
    expect(deriveLead(question, quote)).toBe("");
  });
});

test("only the quote of an extractive answer leads, and none of an abstention or a model's answer", () => {
  const quoted: AnswerSentence = { start: 0, end: 9, support: "quoted", ordinals: [1], reason: "" };
  expect(hasLead({ model: "extractive", sentences: [quoted] })).toBe(true);
  expect(hasLead({ model: "extractive", sentences: [] })).toBe(false);
  expect(hasLead({ model: "gpt", sentences: [quoted] })).toBe(false);
});
