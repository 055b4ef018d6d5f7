import { describe, expect, test } from "vitest";
import { citableSpans } from "../../src/answering/extraction/citable-spans.ts";
import { extractList } from "../../src/answering/overviews/extract-list.ts";
import { spanText } from "../../src/answering/overviews/overview-input.ts";
import { passage, quoted } from "../support/assertions/quoted.ts";

describe("a quote with the next sentence", () => {
  test("a quote joins the best sentence with the next one if that one is anaphoric or names an alternative", () => {
    const doors =
      "There are many versions of the north door. Please use the gate instead, when it is open.\n\nThe south door of the mill is red. Nobody knows why.";
    expect(quoted("Which version of the north door should I use?", doors)[0]).toBe(doors.split("\n")[0]);
    expect(
      quoted("Where is the pump?", "The pump is in the cellar. It was put there in 1904. A rotor turns.")[0],
    ).toBe("The pump is in the cellar. It was put there in 1904.");
  });

  test("the second quote also includes the next sentence", () => {
    const second = "An old wheel of the Brin mill stands in the yard. It is the worst of all wheels.";
    const text = `People think much of the old wheel of the Brin mill.\n\n${second}`;
    expect(
      quoted(
        "Where does the old wheel of the Brin mill stand?",
        `The old wheel of the Brin mill can stand.\n\n${second}`,
      ),
    ).toContain(second);
    expect(quoted("What do people think of the old wheel of the Brin mill?", text)).toContain(second);
  });

  test("a quote does not include a next sentence with a new subject or in another paragraph", () => {
    expect(quoted("Where is the pump?", "The pump is in the cellar. A rotor turns.")[0]).toBe(
      "The pump is in the cellar.",
    );
    expect(quoted("Where is the pump?", "The pump is in the cellar.\n\nIt rained all day.")[0]).toBe(
      "The pump is in the cellar.",
    );
  });
});

test("an answer quotes a sentence with an anaphoric subject together with the sentence before", () => {
  const text =
    "The songs are printed in the Harp Gazette. This brings songs of Brin to people without a harp.";
  expect(quoted("How do people without a harp get songs of Brin?", text)[0]).toBe(text);
});

test("terms with descriptions on separate lines form a list", async () => {
  const text =
    "The lever takes three orders:\n\nstart -- begins to lift water.\n\nhalt now -- stops at once. Nothing is saved.\n\nrest -- does nothing.\n\nThe rest is silence.";
  const read = passage(text, 0, "Pump");
  const sources = {
    seek: async () => await Promise.resolve({ passages: [read], confidence: 1, coverage: 1 }),
    beginnings: async () => await Promise.resolve([read]),
  };
  const found = await extractList(
    sources,
    "orders of the lever",
    async (documents) => await Promise.resolve(documents.map((document) => ({ document, passages: [read] }))),
  );
  expect(found?.items?.map(spanText)).toEqual([
    "start -- begins to lift water.",
    "halt now -- stops at once. Nothing is saved.",
    "rest -- does nothing.",
  ]);
});

test("a row or record without the requested field does not answer", () => {
  const towns =
    "| Town | Rank | Mayor |\n| --- | --- | --- |\n| Brin | 3 | Ada Fell |\n| Oxley | 4 | Bo Oster |\n| Marlow | 5 | Cy Tarn |";
  expect(quoted("What is the harbour of Brin?", towns)).toEqual([]);
  expect(quoted("What is the rank of Brin?", towns)[0]).toBe("| Brin | 3 | Ada Fell |");
  const record =
    "code: BR; name: Brin; number: 578; flag: red\ncode: OX; name: Oxley; number: 579; flag: blue";
  expect(quoted("What is the harbour of Brin?", record)).toEqual([]);
  expect(quoted("What is the flag of Brin?", record)[0]).toContain("flag: red");
});

test("an answer quotes a list with the sentence that announces it", () => {
  const fields = "The following fields may stand in a permit.\n\n* Name: required.\n\n* Street: optional.";
  expect(quoted("Which fields are required in a permit?", `${fields}\n\nA permit is blue.`)[0]).toBe(fields);
  expect(
    quoted(
      "Which fields may a permit have?",
      "The following fields may stand in a permit.\n\nA permit is blue.",
    )[0],
  ).toBe("The following fields may stand in a permit.");
});

test("a quote does not include a title line before its sentence", () => {
  const text =
    "The Brin Harp Charter\n\nPrinted for the town of Brin by hand\n\nThe harp belongs to all of Brin, as it is written here.";
  expect(quoted("Whose is the harp by the Brin harp charter?", text)[0]).toBe(
    "The harp belongs to all of Brin, as it is written here.",
  );
});

test("a title may have labels between its line and its text", () => {
  const text =
    "Shutting Down\n\nShort form: sd\nConsumes: time and oil\n\nThe pump stops when the lever is pulled.\n";
  expect(citableSpans(text)[0]).toMatchObject({ start: 0, end: 13, isHeading: true });
});

test("an authorship statement answers a question for an author", () => {
  for (const says of ["Drawn and built by Ada Fell for the town.", "Ada Fell built all of it in one year."])
    expect(
      quoted("Who built the old mill?", `The old mill of Brin is told of in the Harp Gazette.\n\n${says}`)[0],
    ).toBe(says);
});

test("an answer never quotes lines of a table of contents without page numbers", () => {
  const text =
    "Contents\n\n1.1. What is a pump? ........\n1.2. Pumps of Brin ........\n\nA pump lifts water.\nThen.....\nit stops.";
  expect(citableSpans(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    "Contents",
    "A pump lifts water.",
    "Then.....\nit stops.",
  ]);
});

test("a command after a root prompt is no heading", () => {
  const kinds = (text: string): boolean[] => citableSpans(text).map(({ isHeading }) => isHeading);
  for (const command of [
    "# apt-get install -y pump",
    "# mount /dev/pump",
    "# cat pump.log | less",
    "# set pump=3",
  ])
    expect(kinds(`${command}\n\nIt runs.`)[0]).toBe(false);
  for (const heading of ["# pump", "# Install the pump", "# about pumps and wheels", "## pump -y"])
    expect(kinds(`${heading}\n\nIt runs.`)[0]).toBe(true);
});

test("labels answer only a question for one of them", () => {
  const text =
    "Short form: pump\nUses: oil of the mill\n\nThe pump is worked by oil and lifts water out of the cellar.";
  expect(quoted("What does the pump do?", text)[0]).toContain("lifts water");
  expect(quoted("What is the short form of pump?", text)[0]).toContain("Short form: pump");
});
