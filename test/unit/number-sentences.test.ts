import { expect, test } from "vitest";
import { numberSentences } from "../../src/answering/generation/number-sentences.ts";
import { passageOf } from "../support/fixtures/model-request.ts";

const REVIEW = `## Halden Optics

On time: 96.4 %.

### Complaints

1. Scratched lenses.
2. Late papers.

## Kestrel Castings

On time: 99.1 %.

| name | score |
| --- | --- |
| Halden | 4 |

To recover a file, execute either:

\`\`\`sh
for f in rec*[0]; do
  cat $f
}
\`\`\`

or:

    # rescue all.bz2
    rm all.bz2`;

test("the input of a model shows headings, list numbers, lines of code and column names as numbered lines", () => {
  const { text, sentences } = numberSentences([passageOf(REVIEW)]);
  expect(text.split("\n").slice(1)).toEqual([
    "⟨1⟩ ## Halden Optics",
    "⟨2⟩ On time: 96.4 %.",
    "⟨3⟩ ### Complaints",
    "⟨4⟩ 1. Scratched lenses.",
    "⟨5⟩ 2. Late papers.",
    "⟨6⟩ ## Kestrel Castings",
    "⟨7⟩ On time: 99.1 %.",
    "⟨8⟩ Columns: | name | score |",
    "⟨9⟩ | Halden | 4 |",
    "⟨10⟩ To recover a file, execute either:",
    "⟨11⟩ for f in rec*[0]; do",
    "⟨12⟩   cat $f",
    "⟨13⟩ }",
    "⟨14⟩ or:",
    "⟨15⟩     # rescue all.bz2",
    "⟨16⟩     rm all.bz2",
  ]);
  expect(sentences[4]).toMatchObject({
    text: "Late papers.",
    headings: ["Halden Optics", "Complaints"],
    kind: "sentence",
  });
  expect(sentences[6]?.headings).toEqual(["Kestrel Castings"]);
  for (const { start, end, text: words } of sentences) expect(REVIEW.slice(start, end)).toBe(words);
});

test("the input of a model names the headings of a later passage by their levels", () => {
  const above = JSON.stringify({ headings: "Suppliers\nHalden", levels: [1, 2], columns: null });
  const { text } = numberSentences([
    passageOf("It was late.\n\n### Lots\n\nLot 7.\n\n## Kestrel\n\nNever late.", { start: 90, above }),
  ]);
  expect(text.split("\n").slice(1)).toEqual([
    "Under: Suppliers > Halden",
    "⟨1⟩ It was late.",
    "⟨2⟩ ### Lots",
    "⟨3⟩ Lot 7.",
    "⟨4⟩ ## Kestrel",
    "⟨5⟩ Never late.",
  ]);
});

test("the input of a model contains no table of contents", () => {
  const contents = ["Scope ... 3", "Terms ... 5", "Fees ... 8", "Index ... 9"].join("\n");
  expect(numberSentences([passageOf(contents)])).toEqual({
    text: "",
    evidence: "",
    sentences: [],
    passages: [],
  });
});
