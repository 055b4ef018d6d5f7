import { describe, expect, test } from "vitest";
import { composeExtractiveAnswer } from "../../src/answering/extraction/compose-extractive-answer.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import { passage, quoted } from "../support/assertions/quoted.ts";

describe("introductory sentences in quotes", () => {
  test("the quote of a numbered run-in heading includes its text", () => {
    const text = "7. Disclaimer of Warranty. Unless it is agreed in writing, the work comes\n   as it is.";
    expect(quoted("Is there a warranty?", text)).toEqual([text.slice("7. ".length)]);
    const apart = "2. Hidden files.\n3. Binary files. Any file with a NUL byte is one.";
    expect(quoted("What are binary files?", apart)).toEqual([
      "Binary files. Any file with a NUL byte is one.",
    ]);
  });

  test("a quote includes no question that precedes code", () => {
    const text =
      "Remember when we searched for the word fast?\n\n```\nrg fast README\n75: faster than both of them\n```";
    expect(quoted("Who searched for the word fast?", text)).not.toContain(
      text.slice(0, text.lastIndexOf("\n")),
    );
    expect(quoted("Who searched for the word fast?", text).join("")).not.toContain("```");
  });

  test.each([
    [
      "a question of the document before its reply",
      "Can I use the pump at night?",
      "Can I use the pump at night?\n\nYes. It makes no noise.",
      0,
    ],
    [
      "a speaker's",
      "How hot does the kiln get?",
      "BORIS: How hot does the kiln get?\n\nANNA: At most 1280 degrees.",
      0,
    ],
    [
      "one of a list",
      "Does Xar read the 7q format?",
      "Q:  Does Xar read the 7q format?\n\nA:  No. Use Qar to read such files.\n\n\nQ:  What else?",
      24,
    ],
    [
      "a term above what explains it",
      "What is /var/tmp for?",
      "/var/tmp\n       Like /tmp, this holds files, which are kept.",
      0,
    ],
  ])("a quote includes the text after an introductory sentence: %s", (_, question, text, without) => {
    const whole = without === 0 ? text : text.slice(0, text.length - "\n\n\nQ:  What else?".length);
    expect(quoted(question, `${text}\n\nThe harbour is deep.`)[0]).toBe(whole);
  });

  test("a quote includes no question that precedes another question", () => {
    const text = "Where is the pump?\n\nWho mends the pump?\n\nThe pump is mended by Ines.";
    expect(quoted("Who mends the pump?", text)[0]).toBe("The pump is mended by Ines.");
  });

  test("a quote includes no question without a reply, such as in a quoted mail", () => {
    const text = "The meeting is at two.\n\n> What does the crane cost?\n> Tom";
    expect(quoted("What does the crane cost?", text).filter((quote) => /crane.*Tom/s.test(quote))).toEqual(
      [],
    );
  });

  test("a mail subject gives context and is no answer", () => {
    const text =
      "Subject: Roof of the mill\nFrom: Ada <ada@example.org>\n\nThe claim number is KS-7.\n\nThe well is dry.";
    expect(quoted("What is the claim number for the roof of the mill?", text)[0]).toBe(
      "The claim number is KS-7.",
    );
    expect(quoted("What is wrong with the roof of the mill?", text).join(" ")).not.toContain("Subject");
  });

  test("a row quotes its column names from the previous passage", () => {
    const columns = { start: 7, text: "| Boat | Fee |" };
    const place = {
      assetId: "asset_a",
      chunkId: "c",
      displayName: "Rules",
      version: "v",
      page: 0,
      score: 1,
      matched: [],
    } as const;
    const text = "| Eight | 40 |\n| Four | 30 |";
    const below: Passage = {
      ...place,
      text,
      start: 100,
      end: 100 + text.length,
      above: JSON.stringify({ headings: "Fees", columns }),
    };
    const answer = composeExtractiveAnswer({
      question: "What is the fee for a four?",
      passages: [below],
      confidence: 1,
    });
    expect(answer.kind === "answered" ? answer.quotes.map(({ start, quote }) => [start, quote]) : []).toEqual(
      [
        [115, "| Four | 30 |"],
        [7, "| Boat | Fee |"],
      ],
    );
  });
});

describe("semantic similarity", () => {
  const meaning = { similarityWeight: 3, similarWords: [] };
  const first = (
    question: string,
    ...told: (readonly [text: string, similarities: readonly number[]])[]
  ): string | undefined => {
    const passages = told.map(([text, similarities], at) => ({
      ...passage(text, at),
      score: 1,
      similarities,
    }));
    const answer = composeExtractiveAnswer({ question, passages, confidence: 1, meaning });
    return answer.kind === "answered" ? answer.quotes[0]?.quote : undefined;
  };

  test("similarity ranks a table row with question words as high as prose", () => {
    const fares =
      "| Boat | Fare | Skipper |\n| --- | --- | --- |\n| Heron | 4.00 | Petra Voss |\n| Tern | 3.20 | Noor Haddad |";
    const mail = "The Tern leaves twenty minutes later than before.";
    expect(first("Who is the skipper of the Tern?", [mail, [0.6]], [fares, [0.2, 0.2, 0.2, 0.2]])).toContain(
      "Noor Haddad",
    );
  });

  test("similarity ranks an anaphoric sentence as high as the sentence before it", () => {
    const bridge = "The swing bridge joins both quays. It was built by Ansel Pryor.";
    const other = "The swings on the playground were built by Greta Falk.";
    expect(first("Who built the swing bridge?", [other, [0.35]], [bridge, [0.5, 0.1]])).toBe(bridge);
  });
});

describe("passages with similar scores", () => {
  const answered = (question: string, ...told: (readonly [text: string, score: number])[]): string[] => {
    const passages = told.map(([text, score], at) => ({ ...passage(text, at), score }));
    const answer = composeExtractiveAnswer({ question, passages, confidence: 1 });
    return answer.kind === "answered" ? answer.quotes.map(({ quote }) => quote) : [];
  };

  test("a time in words answers a question for a time", () => {
    const text = "The bridge opens for boats. The bridge opens at noon.";
    expect(answered("What time does the bridge open?", [text, 1])[0]).toBe("The bridge opens at noon.");
  });

  test("a sentence about another day is never the best sentence", () => {
    const [other, own] = ["The boat leaves the quay at ten on Sundays.", "On Saturdays it waits until noon."];
    expect(answered("When does the boat leave on Saturday?", [other, 1], [own, 0.6])[0]).toBe(own);
  });

  test("an answer quotes another document only if it adds a different value", () => {
    const question = "What does a berth in the harbour of Sandby cost?";
    const own = "A berth in the harbour of Sandby costs 18 crowns a night.";
    expect(
      answered(question, [own, 1], ["A berth in the harbour of Sandby costs members nothing.", 0.8]),
    ).toEqual([own]);
    expect(
      answered(question, [own, 1], ["A berth in the harbour of Sandby costs 20 crowns a night.", 0.8]),
    ).toHaveLength(2);
  });
});
