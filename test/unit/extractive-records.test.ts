import { describe, expect, test } from "vitest";
import { citableSpans } from "../../src/answering/extraction/citable-spans.ts";
import { composeExtractiveAnswer } from "../../src/answering/extraction/compose-extractive-answer.ts";
import { passage, quoted } from "../support/assertions/quoted.ts";

const AIRPORTS = [
  "# Code:Name:Country:City",
  "AAL:Aalborg:DK:Aalborg",
  "ADB:Adnan Menderes:TR:Izmir",
  "ADD:Bole:ET:Addis Ababa",
].join("\n");
const DAYS = [
  "04/14\tTitanic hits an iceberg and sinks, 1912",
  "04/15\tInsulin becomes available, invented by Banting, 1923",
  "04/16\tThe harbour opens, 1931",
];

describe("records of one line each", () => {
  test("a quote joins a one-line record with the comment that names its columns", () => {
    expect(quoted("Which airport has the code ADB?", AIRPORTS)).toEqual([
      "ADB:Adnan Menderes:TR:Izmir",
      "# Code:Name:Country:City",
    ]);
  });

  test("a match and its quote contain a one-line record without the next record", () => {
    expect(quoted("When did the Titanic sink?", DAYS.join("\n"))).toEqual([DAYS[0]]);
    expect(
      quoted("Who built the Titanic?", DAYS.slice(1).join("\n"), "The Titanic had four funnels."),
    ).toEqual([]);
  });

  test("a record of one line answers a question for a count by its column name", () => {
    const table =
      "| state | executions | income |\n| --- | --- | --- |\n| Texas | 37 | 34453 |\n| Ohio | 2 | 40873 |";
    expect(
      quoted(
        "How many executions were there in Texas?",
        "In 1963 there was one killing in Dallas, Texas.",
        table,
      )[0],
    ).toContain("| Texas |");
  });
});

describe("unmarked headings", () => {
  const headings = (text: string): string[] =>
    citableSpans(text).flatMap(({ isHeading, start, end }) => (isHeading ? [text.slice(start, end)] : []));

  test("unmarked headings include numbered titles but no list items", () => {
    expect(headings("2. Definitions\n\nFor the process a set of\nterms is used.")).toEqual([
      "2. Definitions",
    ]);
    expect(
      headings("1. Open the lid\n\n2. Close the lid\n\n3. Wait a while\nuntil it is cold."),
    ).not.toContain("1. Open the lid");
  });

  test("unmarked headings include versions of a change log, and one version does not answer for another", () => {
    const changes = (version: string, least: string): string =>
      `brine-${version} (released 2023-01-04):\n\n# CHANGES:\n* The least version of salt is ${least}.\n\n-------------------\n`;
    const text = changes("6.4.36", "5.2") + changes("6.4.35", "5.5");
    expect(quoted("What is the least version of salt in Brine 6.4.35?", text)).toContain(
      "The least version of salt is 5.5.",
    );
    expect(quoted("What is the least version of salt in Brine 6.4.35?", text).join(" ")).not.toContain("5.2");
    expect(quoted("When was brine 6.4.36 released?", text)[0]).toContain("2023-01-04");
  });

  test("unmarked headings include mail subjects", () => {
    const mail =
      "- From: Ada <ada@example.org>\n- Subject: The faulty merge\n\nPlease undo it tomorrow at noon.";
    expect(headings(mail)).toEqual(["- Subject: The faulty merge"]);
  });
});

describe("questions of the document", () => {
  test("a quote joins a document's question of several sentences with the text below", () => {
    const text =
      "I made a mistake in the last commit. How do I change it?\n\nStage the change, and commit it with --amend.";
    expect(quoted("How do I change my last commit?", text)[0]).toBe(text);
  });

  test("an answer never quotes questions in the table of contents of an FAQ", () => {
    const contents = [
      "O1. Does it log?",
      "O2. I get the same messages over and over.",
      "O3. Why is it slow?",
      "O4. Can it sort?",
      "O5. Is it safe?",
    ];
    expect(quoted("Why do I get the same messages?", contents.join("\n"))).toEqual([]);
  });
});

test("a definition may be in the reply to the document's own question", () => {
  const text = "G1. What is brine and why should I bother?\n\nBrine is a way to keep fish. It is old.";
  expect(quoted("What is brine?", `They carry brine.\n\n${text}`)[0]).toContain(
    "Brine is a way to keep fish",
  );
});

test("a sentence that continues the subject of the sentence before can answer", () => {
  const text =
    "You have begun a game of Brine. Your goal is to find the amulet. Brine is played alone. Brine has two levels.";
  const found = { ...passage(text), similarities: [0.9, 0.2, 0.6, 0.6] };
  const known = { confidence: 1, meaning: { similarityWeight: 3, similarWords: [] } };
  const answer = composeExtractiveAnswer({
    question: "What is the goal of Brine?",
    passages: [found],
    ...known,
  });
  expect(answer.kind === "answered" && answer.quotes[0]?.quote).toBe("Your goal is to find the amulet.");
});

test("a question without content words gets no answer", () => {
  const texts = ["These entries show the difference between salt and brine.", "The meaning is plain."];
  expect(quoted("What is the difference between and and and?", ...texts)).toEqual([]);
  expect(quoted("What is the difference between salt and brine?", ...texts)).not.toEqual([]);
});

describe("a requested amount", () => {
  test("a question for an amount prefers a sentence with the requested unit", () => {
    const terms =
      "The keeper shall hold the office for four years. A keeper must have reached the age of thirty-five years.";
    expect(quoted("How old must the keeper be?", terms)[0]).toContain("age of thirty-five");
    const days = "A keeper's term ends on the 20th day of June. A keeper's term is six years.";
    expect(quoted("How long is a keeper's term?", days)[0]).toContain("six years");
  });
});
