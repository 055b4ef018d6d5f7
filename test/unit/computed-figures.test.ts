import { describe, expect, test } from "vitest";
import { markOf } from "../support/fixtures/mark-of.ts";

describe("a figure that cited figures give", () => {
  const BUDGET = ["The budget was £9,500.", "£8,730 were spent on the hall."];
  test.each([
    ["a difference", "£770 of the budget were left.", BUDGET],
    ["a sum", "The budget and the spending were £18,230.", BUDGET],
    ["a share", "92 % of the budget were spent.", BUDGET],
    ["a share with a decimal", "91.9 percent of the budget were spent.", BUDGET],
    ["a product", "The 12 boxes weigh 300 kg.", ["Each of the 12 boxes weighs 25 kg."]],
    ["a quotient", "Each box weighs 25 kg.", ["The 12 boxes weigh 300 kg."]],
    [
      "a mean",
      "The rehearsals took 43 minutes on average.",
      ["The rehearsals took 52 minutes and 34 minutes."],
    ],
    ["the rest of a share", "8 % of the orders were late.", ["92 % of the orders were on time."]],
    ["another unit", "The rehearsal took 90 minutes.", ["The rehearsal took 1.5 hours."]],
    ["a rounded number", "The Lib Dems spent £1.6 million.", ["The Lib Dems spent £1,580,575."]],
    ["days", "The sale lasts 12 days.", ["The sale lasts from 3 May to 15 May 2024."]],
    [
      "months",
      "Support for Sarge lasted 33 months.",
      ["Support for Sarge lasted from 6 June 2005 to 31 March 2008."],
    ],
    ["years", "The mole took 8 years.", ["The mole was built between 1782 and 1790."]],
    [
      "the number of cited rows",
      "Three suppliers were late.",
      [
        "Halden: one of the late suppliers.",
        "Kestrel: one of the late suppliers.",
        "Brightwave: one of the late suppliers.",
      ],
    ],
  ])("cited figures give %s", (_, sentence, cited) => {
    expect(markOf(sentence, cited)).toBe("supported computed");
  });

  test.each([
    ["a wrong difference", "£780 of the budget were left.", BUDGET],
    ["a wrong share", "89 % of the budget were spent.", BUDGET],
    ["a wrong sum in another unit", "The budget was 18,230 km.", BUDGET],
    [
      "a wrong time span",
      "Support for Sarge lasted 31 months.",
      ["Support for Sarge lasted from 6 June 2005 to 31 March 2008."],
    ],
    ["a difference of 0", "The tower has 0 boats.", ["The tower has 25 boats and 30 rafts."]],
  ])("cited figures do not give %s", (_, sentence, cited) => {
    expect(markOf(sentence, cited)).toBe("contradicted figure");
  });

  const RATES = ["The ferry pays 45 pence a mile for a car, and 20 pence a mile for a bicycle."];
  const ROWS = ["| Halden | 96.4 | 3 | 212 |", "| Kestrel | 99.1 | 0 | 148 |", "| Vela | 92.6 | 11 | 187 |"];
  test.each([
    [
      "a rest after several amounts",
      "£1,200 of the budget remain as a reserve.",
      ["The budget is £9,500: 6,200 for the hall, 2,100 for the band, the rest is a reserve."],
      "How large is the reserve?",
    ],
    [
      "an amount of the question at a rate",
      "You get £54 for the car.",
      RATES,
      "I drove my car for 120 miles. How much do I get?",
    ],
    [
      "a number of the question, which the answer repeats",
      "For 120 miles by car you get 5,400 pence.",
      RATES,
      "I drove my car for 120 miles. How much do I get?",
    ],
    [
      "a sum for several nights",
      "In total it is £540.",
      ["A night costs £140 and a meal costs £40."],
      "What do three nights and three meals cost?",
    ],
    [
      "a percentage of an amount",
      "The surcharge is £21.",
      ["The rent is £210.", "A surcharge of 10 % is due."],
      "",
    ],
    [
      "an amount with a percentage",
      "The rent with the surcharge is £231.",
      ["The rent is £210.", "A surcharge of 10 % is due."],
      "",
    ],
    ["a year of months", "The rent is £360 a year.", ["The rent is £30 a month."], ""],
    ["a sum over rows", "In total there were 14 complaints.", ROWS, "How many complaints were there?"],
    ["a written sum", "There were 14 complaints: 3 + 0 + 11.", ROWS, "How many complaints were there?"],
    ["a written equation", "The complaints are 3 + 0 + 11 = 14.", ROWS, "How many complaints were there?"],
    ["a written product", "The rent is £360: 12 × £30.", ["The rent is £30 per instalment."], ""],
    [
      "a written sum of products",
      "Three nights and three days cost £540: 3 × £140 for the nights and 3 × £40 for the meals.",
      ["A night costs £140 and a meal costs £40."],
      "What do three nights and three meals cost?",
    ],
  ])("cited figures and the question give %s", (_, sentence, cited, question) => {
    expect(markOf(sentence, cited, { question })).toBe("supported computed");
  });

  test.each([
    ["a false equation", "The complaints are 3 + 0 + 11 = 15.", ROWS, "How many complaints were there?"],
    [
      "a false equation with a cited result",
      "The complaints are 3 + 0 + 11 = 148.",
      ROWS,
      "How many complaints were there?",
    ],
    ["an unknown operand", "There were 23 complaints: 3 + 9 + 11.", ROWS, "How many complaints were there?"],
    ["a wrong sum over rows", "In total there were 25 complaints.", ROWS, "How many complaints were there?"],
    [
      "a wrong amount at a rate",
      "You get £55 for the car.",
      RATES,
      "I drove my car for 120 miles. How much do I get?",
    ],
    [
      "a wrong percentage",
      "The rent with the surcharge is £241.",
      ["The rent is £210.", "A surcharge of 10 % is due."],
      "",
    ],
    [
      "a wrong rest",
      "£1,300 of the budget remain.",
      ["The budget is £9,500: £6,200 for the hall, £2,100 for the band, the rest is a reserve."],
      "",
    ],
    ["a wrong year of months", "The rent is £350 a year.", ["The rent is £30 a month."], ""],
  ])("cited figures and the question do not give %s", (_, sentence, cited, question) => {
    expect(markOf(sentence, cited, { question })).toBe("contradicted figure");
  });

  test("many figures give no small number, because some pair always does", () => {
    const rows = Array.from({ length: 14 }, (_, at) => `Row ${at} has ${100 + at * at * 7} kg.`);
    expect(markOf("The rest has 77 kg.", rows)).toBe("contradicted figure");
  });

  test("figures give nothing about other things", () => {
    expect(markOf("Wages of all engineers rose by £770.", BUDGET)).toBe("unverified not_covered");
  });
});
