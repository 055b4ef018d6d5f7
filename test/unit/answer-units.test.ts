import { describe, expect, test } from "vitest";
import { NO_LIMITS } from "../../src/answering/answer-limits.ts";
import { composeExtractiveAnswer } from "../../src/answering/extraction/compose-extractive-answer.ts";
import { passage, quotesOf, readWindow, unitFor } from "../support/assertions/quotes-of.ts";

describe("the unit of an answer", () => {
  test("a sentence is quoted alone, without its heading and without its list mark", () => {
    expect(unitFor("# Pumps\n\nThe pump is red. It has a rotor. A seal lasts two years.", "two years")).toBe(
      "A seal lasts two years.",
    );
    expect(unitFor("Pumps of Brin\n\nThe pump is red, and the harbor is deep.", "red")).toBe(
      "The pump is red, and the harbor is deep.",
    );
    expect(unitFor("# Rules\n\n- Dogs stay outside.\n- Cats may enter.", "Cats")).toBe("Cats may enter.");
  });

  test("a sentence takes the next ones of its paragraph, up to 400 characters", () => {
    const seal = "A seal lasts two years. It then leaks. Order a new one in time.";
    expect(unitFor(`The pump is red. ${seal}\n\nThe harbor is deep.`, "two years")).toBe(seal);
    const long = "Replace it with the part that the list below names for your pump.";
    const text = ["A seal lasts two years.", ...Array.from({ length: 8 }, () => long)].join(" ");
    const quoted = unitFor(text, "two years") ?? "";
    expect([quoted, quoted.length]).toEqual([text.slice(0, 353), 353]);
    expect(text[353 + long.length]).toBe(".");
    const lead = "A seal lasts two years. It then leaks. Order these parts:\n\n- A seal.";
    expect(unitFor(lead, "two years")).toBe("A seal lasts two years. It then leaks.");
    const items = "- Dogs stay outside. They get water.\n- Cats may enter.";
    expect(unitFor(items, "Dogs")).toBe("Dogs stay outside. They get water.");
  });

  test("a sentence stays alone without a reader, and in an answer with limits", () => {
    const read = passage("The pump is red. A seal lasts two years. It then leaks.");
    expect(quotesOf("How long does a seal last?", [read])).toEqual(["A seal lasts two years."]);
    const limited = (limits: Partial<typeof NO_LIMITS>) =>
      composeExtractiveAnswer({
        question: "How long does a seal last?",
        passages: [read],
        coverage: 1,
        windows: [readWindow(read, "two years")],
        limits: { ...NO_LIMITS, ...limits },
      }).quotes.map(({ quote }) => quote);
    expect(limited({ maxTokens: 30 })).toEqual(["A seal lasts two years."]);
    expect(limited({ stop: ["leaks"] })).toEqual(["A seal lasts two years."]);
    expect(limited({ contextTokens: 100 })).toEqual(["A seal lasts two years. It then leaks."]);
  });

  test("a sentence takes the one before it, if only that one contains a word of the question", () => {
    const bridge = passage("The bridge joins both quays. Its keeper is Ada.\n\nIt closes at noon.");
    const found = [readWindow(bridge, "Ada")];
    expect(quotesOf("Who keeps the bridge?", [bridge], found)).toEqual([
      "The bridge joins both quays. Its keeper is Ada.",
    ]);
    expect(quotesOf("Who is the keeper?", [bridge], found)).toEqual(["Its keeper is Ada."]);
    const apart = passage("The bridge joins both quays.\n\nIts keeper is Ada.");
    expect(quotesOf("Who keeps the bridge?", [apart], [readWindow(apart, "Ada")])).toEqual([
      "Its keeper is Ada.",
    ]);
  });

  test("words of several sentences are quoted from the first to the last sentence", () => {
    const text = "The pump is red. Close the valve. Wait ten seconds. Open the lid.";
    expect(unitFor(text, "valve. Wait ten seconds. Open")).toBe(
      "Close the valve. Wait ten seconds. Open the lid.",
    );
  });

  test.each([
    ["a list", "The pump has three parts:\n\n- A rotor. It turns.\n- A case.\n- A seal."],
    ["numbered steps", "To start the pump:\n1. Close the valve.\n2. Pull the lever.\n3. Wait."],
    ["a list whose lead is a sentence", "The following parts belong to the pump.\n* a rotor\n* a case"],
  ])("%s is quoted whole with its lead", (_, list) => {
    const text = `Pumps are old.\n\n${list}\n\nRotors wear out.`;
    const last = list.slice(list.lastIndexOf("\n") + 1);
    for (const found of [last, list.slice(0, list.indexOf("\n"))]) expect(unitFor(text, found)).toBe(list);
  });

  test("words in several items of a list without a lead are quoted as the whole list", () => {
    const list = "1. Close the valve.\n2. Pull the lever.\n3. Wait.";
    expect(unitFor(`# Start\n\n${list}`, "valve.\n2. Pull")).toBe(list);
    expect(unitFor(`# Start\n\n${list}`, "lever")).toBe("Pull the lever.");
  });

  test("a list that is too long is quoted by the item", () => {
    const items = Array.from({ length: 40 }, (_, at) => `- Part ${at} of the pump is heavy.`);
    expect(unitFor(`Parts:\n${items.join("\n")}`, "Part 7 of")).toBe("Part 7 of the pump is heavy.");
  });

  test("code without a caption is quoted whole", () => {
    const code = "```sh\npump halt\npump drain\n```";
    expect(unitFor(`# Stopping\n\n${code}\n\nIt is loud.`, "pump drain")).toBe(code);
  });

  test("code is quoted with its caption and its lines", () => {
    const code = "To stop the pump, run:\n\n```sh\npump halt\npump drain\n```";
    for (const found of ["halt", "stop the pump"])
      expect(unitFor(`The pump is red.\n\n${code}\n\nIt is loud.`, found)).toBe(code);
  });

  test("words in a heading lead to the text below", () => {
    expect(unitFor("## Can I pay by card?\n\nYes. Cash is taken too.", "pay by card")).toBe(
      "Yes. Cash is taken too.",
    );
  });
});

describe("the unit of a table", () => {
  const fares = "| Boat | Fare |\n| --- | --- |\n| Heron | 4.00 |\n| Tern | 3.20 |\n| Gannet | 7.50 |";

  test("a row is quoted with the names of its columns", () => {
    const read = passage(fares);
    expect(quotesOf("What does the Tern cost?", [read], [readWindow(read, "3.20")])).toEqual([
      "| Tern | 3.20 |",
      "| Boat | Fare |",
    ]);
  });

  test("the row with the words of the question is quoted, even if the reader found another row", () => {
    const read = passage(fares);
    expect(quotesOf("What does the Gannet cost?", [read], [readWindow(read, "4.00")])[0]).toBe(
      "| Gannet | 7.50 |",
    );
  });

  test("a record of one line is quoted alone, with the names of its columns", () => {
    const text = "article,pack,price\nIron nail,box of 50,3.10\nCopper nail,box of 20,4.75\nScrew,box,6.00";
    const read = passage(text);
    expect(quotesOf("What is the price of a copper nail?", [read], [readWindow(read, "4.75")])).toEqual([
      "Copper nail,box of 20,4.75",
      "article,pack,price",
    ]);
  });

  test("a row takes the names of its columns from the passage before", () => {
    const columns = { start: 7, text: "| Boat | Fee |" };
    const text = "| Eight | 40 |\n| Four | 30 |";
    const below = {
      ...passage(text),
      start: 100,
      end: 100 + text.length,
      above: JSON.stringify({ headings: "Fees", columns }),
    };
    const answer = composeExtractiveAnswer({
      question: "What is the fee for a four?",
      passages: [below],
      coverage: 1,
      windows: [readWindow(below, "30")],
    });
    expect(answer.kind === "answered" ? answer.quotes.map(({ start, quote }) => [start, quote]) : []).toEqual(
      [
        [115, "| Four | 30 |"],
        [7, "| Boat | Fee |"],
      ],
    );
  });
});
