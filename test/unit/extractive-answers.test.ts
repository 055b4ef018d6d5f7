import { describe, expect, test } from "vitest";
import { composeExtractiveAnswer } from "../../src/answering/extraction/compose-extractive-answer.ts";
import { newId } from "../../src/domain/ids.ts";
import { passage, quoted } from "../support/assertions/quoted.ts";

describe("the best sentence", () => {
  test("the best sentence comes before a quote that precedes it in the text", () => {
    const text =
      "The mill of Brin had four wheels. The mill of Brin was built in 1742. Bread was cheap then.";
    expect(quoted("When was the mill of Brin built?", text)[0]).toBe("The mill of Brin was built in 1742.");
  });

  test("the best sentence is the only quote if the others add nothing", () => {
    const text =
      "The mill of Brin was built in 1742.\n\nThe harbour is deep.\n\nMillers are paid well.\n\nIt rains often in Brin.";
    expect(quoted("When was the mill of Brin built?", text)).toEqual(["The mill of Brin was built in 1742."]);
  });

  test("the best sentence contains a number if the question asks for one", () => {
    const text = "Entry to the tower has gone up. Entry to the tower is 7 crowns.";
    expect(quoted("What is the price of entry to the tower?", text)[0]).toBe(
      "Entry to the tower is 7 crowns.",
    );
  });

  test("digits in names and reference marks do not count as a number in the best sentence", () => {
    const text = "Unpacking needs memory in BZ2_init [2]. Unpacking needs memory of 3700 kbytes.";
    expect(quoted("How much memory does unpacking need?", text)[0]).toBe(
      "Unpacking needs memory of 3700 kbytes.",
    );
  });

  test("the best sentence is from the document that the question names", () => {
    const shelf = { ...passage("The main window is called Shelf."), displayName: "calibre.epub", score: 2 };
    const search = {
      ...passage("Its main window is called QRC by some."),
      displayName: "recoll-manual.html",
      assetId: newId("asset"),
      score: 1.9,
    };
    const answer = composeExtractiveAnswer({
      question: "What is the main window of recoll called?",
      passages: [shelf, search],
      confidence: 1,
    });
    expect(answer.parts.join("")).toMatch(/^Its main window is called QRC/);
  });

  test("the best sentence defines a term if the question asks for a definition", () => {
    const text = "Run ninja. Ninja is under a second. Ninja is yet another build system.";
    expect(quoted("What is ninja?", text)[0]).toBe("Ninja is yet another build system.");
  });

  test("the best sentence contains the acronym of the question", () => {
    const text = "The fee for the extraction of RNA is 55 euros. The extraction of DNA costs 30 euros.";
    expect(quoted("What does the extraction of RNA cost?", text)[0]).toBe(
      "The fee for the extraction of RNA is 55 euros.",
    );
    expect(quoted("What does the extraction of DNA cost?", text)[0]).toBe(
      "The extraction of DNA costs 30 euros.",
    );
  });

  test("the best sentence contains the named subject of a yes-or-no question, or the sentence before does", () => {
    const text =
      "The gallery of Brin is open to dogs. The gallery of Marlow closes at noon.\n\nDogs are welcome in Marlow's gardens only.";
    expect(
      quoted(
        "Are dogs allowed in the gallery of Oxley?",
        "The gallery of Brin is open to dogs. In Marlow dogs may enter.",
      ),
    ).toEqual([]);
    expect(quoted("Are dogs allowed in the gallery of Brin?", text)[0]).toBe(
      "The gallery of Brin is open to dogs.",
    );
    expect(
      quoted(
        "Is Hester Vance a member?",
        "Hester Vance came in 1920. She became a member of the Royal Society.",
      ),
    ).toContain("Hester Vance came in 1920. She became a member of the Royal Society.");
    expect(
      quoted(
        "Was kostet die Parzelle?",
        "Die Pacht beträgt im Jahr 96 Euro, eine Parzelle kostet also 8 Euro im Monat.",
      ),
    ).toHaveLength(1);
    expect(quoted("Is the tower open in January?", "The tower is open from May to September.")).toEqual([
      "The tower is open from May to September.",
    ]);
  });

  test("the best sentence is from the document that contains the name", () => {
    const fares = "| Boat | Fare |\n| --- | --- |\n| Heron | 4 |\n| Gannet | 7 |";
    expect(
      quoted("What does the Gannet cost?", "The crane costs 3 crowns, and a barge costs 4.", fares)[0],
    ).toBe("| Gannet | 7 |");
  });

  test("the best sentence contains a time of day if the question asks for one", () => {
    const text = "The ferry to Brin leaves. The ferry to Brin leaves at 9:40.";
    expect(quoted("When does the ferry to Brin leave?", text)[0]).toBe("The ferry to Brin leaves at 9:40.");
  });

  test("the quote of the best sentence omits a question after it", () => {
    const talk =
      "Ada: The harbour bridge will be closed from May until July.\n\nTom: Which ferry replaces the harbour bridge?";
    expect(quoted("What happens to the harbour bridge?", talk)).toEqual([
      "Ada: The harbour bridge will be closed from May until July.",
    ]);
  });

  test("the best sentence is no question", () => {
    const text = "Who waters the palms? Palms are watered by Farid.";
    expect(quoted("Who waters the palms?", text)[0]).toBe("Palms are watered by Farid.");
  });
});

test("an answer quotes an anaphoric sentence with the sentence before it", () => {
  const text = "Ada Brin ran the yard. She was born in 1811 in Oslo. The yard burnt down.";
  expect(quoted("When was Ada Brin born?", text)[0]).toBe(
    "Ada Brin ran the yard. She was born in 1811 in Oslo.",
  );
});

describe("an answer never quotes", () => {
  const below = "Pumps are checked each spring, and the log of pumps is kept in the shed.";

  test.each([
    ["a heading of Markdown", `## When are pumps checked\n\n${below}`],
    ["a title on a line of its own", `When are pumps checked\n\n${below}`],
    ["a line of contents", `When are pumps checked ........ 12\nTools ........ 14\n\n${below}`],
    [
      "a line of contents with a Roman number",
      `When are pumps checked ........ clxxviii\nTools ........ ix\n\n${below}`,
    ],
    [
      "a heading of plain text, with a line below it",
      `When are pumps checked?\n=======================\n${below}`,
    ],
    ["a caption", `Figure 3: When are pumps checked\n\n${below}`],
    ["a heading in capitals above text that is set in", `WHEN ARE PUMPS CHECKED\n       ${below}`],
    ["the first line of a letter", `Dear pumps checked,\n\n${below}`],
    ["a numbered caption of a table", `Table 2.1. When are pumps checked\n\n${below}`],
  ])("an answer never quotes %s", (_, text) => {
    expect(quoted("When are pumps checked?", text)).toEqual([below]);
  });

  test("a sentence about a figure counts as no caption", () => {
    const text = "Figure 3 shows when pumps are checked.";
    expect(quoted("When are pumps checked?", text)).toEqual([text]);
  });
});

describe("an answer from a table", () => {
  const header = "article,pack,price in crowns";
  const list = `${header}\nIron nail,box of 50,3.10\nCopper nail,box of 20,4.75\nSteel screw,box of 80,6.00`;

  test("a table answer from comma-separated values quotes the row and the column names", () => {
    expect(quoted("What is the price of a copper nail?", list)).toEqual([
      "Copper nail,box of 20,4.75",
      header,
    ]);
  });

  test("a row directly after its column names forms one quote with them", () => {
    expect(quoted("What does an iron nail cost?", list)).toEqual([`${header}\nIron nail,box of 50,3.10`]);
  });

  test("a table answer from a Markdown table quotes the row and the column names", () => {
    const table = "| setting | default |\n| --- | --- |\n| `keep_hours` | 30 |\n| `poll_rate` | 12 |";
    expect(quoted("What is the default of poll_rate?", table)).toEqual([
      "| `poll_rate` | 12 |",
      "| setting | default |",
    ]);
  });

  test("a table answer has the column names on a line after the row", () => {
    const answer = composeExtractiveAnswer({
      question: "What is the price of a copper nail?",
      passages: [passage(list)],
      confidence: 1,
    });
    expect(answer.parts.join("")).toBe(`Copper nail,box of 20,4.75 [1]\n${header} [2]`);
  });

  test("prose with commas is no table", () => {
    const text =
      "The old mill, the barn, and the well\nwere sold, rebuilt, and sold again\nin May, in June, and in July.";
    expect(quoted("When was the old mill sold?", text)).toEqual([text]);
  });
});

test("a JSON answer quotes the field with its name", () => {
  const text =
    'A setting stands in a file:\n\n```json\n{ "target": "vault.example.org", "cipher": "xchacha20", "level": 3 }\n```';
  expect(quoted("Which cipher is set?", text)[0]).toBe('"cipher": "xchacha20"');
  expect(quoted("What is the level?", text)[0]).toBe('"level": 3');
});

describe("an identifier of the same family does not answer", () => {
  test.each([
    [
      "Is /tmp emptied by a restart?",
      "All in `/var/tmp` survives a restart.",
      "All in `/tmp/x` is lost by a restart.",
    ],
    [
      "Is /var/tmp emptied by a restart?",
      "All in `/tmp` is emptied by a restart.",
      "All in `/var/tmp/x` survives a restart.",
    ],
    [
      "What does version 2.1 mend?",
      "Version 2.10 mends the clock.",
      "Version 2.1 mends the printer, at last.",
    ],
    ["What does 2.10 mend?", "2.1 mends the printer.", "2.10 mends what nobody had seen."],
    ["Is WS-114 in force?", "WS-115 is in force.", "The standard WS-114 has been withdrawn."],
    ["What is max_rate?", "`max_size` is the most that is kept.", "`max_rate` limits what is sent."],
  ])("a sentence with another identifier of the family does not answer: %s", (question, other, own) => {
    expect(quoted(question, `${other} Nothing more.`, own)).toEqual([own]);
    expect(quoted(question, other)).toEqual([]);
  });
});

describe("the answer type of a question", () => {
  test("a question word inside a clause does not decide the answer type", () => {
    const text =
      "A call came when the pump of the quay leaked in 1999. When the pump of the quay leaks, call Greta Falk.";
    expect(quoted("Who do I call when the pump of the quay leaks?", text)[0]).toBe(
      "When the pump of the quay leaks, call Greta Falk.",
    );
    expect(quoted("When did the pump of the quay leak?", text)[0]).toContain("1999");
  });

  test("a definition answers a question for one", () => {
    const text =
      "After this step the journal is no longer hot. Nobody opens a hot journal twice.\n\nThe idea behind a hot journal is that it can be played back.";
    expect(quoted("What is a hot journal?", text)[0]).toBe(
      "The idea behind a hot journal is that it can be played back.",
    );
    const short =
      "A VFS is needed here. A VFS of your own may be used.\n\nWhat is below is called the Virtual File System (VFS).";
    expect(quoted("What does VFS stand for?", short)[0]).toBe(
      "What is below is called the Virtual File System (VFS).",
    );
  });

  test("a repetition of the question does not come first", () => {
    const text = "The rollback journal.\n\nIn the rollback journal are the pages as they were.";
    expect(quoted("What is in the rollback journal?", text)[0]).toBe(
      "In the rollback journal are the pages as they were.",
    );
  });
});
