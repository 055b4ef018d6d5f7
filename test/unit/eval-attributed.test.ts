import { describe, expect, test } from "vitest";
import type { AttributedSentence, SetFiles } from "../../tools/eval/attributed/attributed-sentence.ts";
import { readFaithBench } from "../../tools/eval/attributed/readers/read-faith-bench.ts";
import { readFoolMeTwice } from "../../tools/eval/attributed/readers/read-fool-me-twice.ts";
import { readLfqa } from "../../tools/eval/attributed/readers/read-lfqa.ts";
import { readSummEdits } from "../../tools/eval/attributed/readers/read-summ-edits.ts";
import { readWice } from "../../tools/eval/attributed/readers/read-wice.ts";
import { citedBy, sourceSentences } from "../../tools/eval/attributed/source-sentences.ts";

const HARBOUR = [
  "The mole of Sandby was built in 1790.",
  "Its keeper lives on the mole.",
  "Boats of the harbour pay forty kroner.",
];
const fileOf = (path: string, content: unknown): SetFiles => new Map([[path, JSON.stringify(content)]]);
const inShort = (read: readonly AttributedSentence[]) =>
  read.map(({ sentence, label, isSupported, cited }) => ({
    sentence,
    label,
    isSupported,
    cited: cited.map(({ text }) => text),
  }));

describe("the sentences that a sentence is assumed to cite", () => {
  const sources = sourceSentences([{ title: "Sandby", sentences: HARBOUR }]);

  test("the assumed citations share most words with the sentence, and then most of the remaining words", () => {
    expect(
      citedBy("Boats that come to the mole of 1790 pay forty kroner.", sources).map(({ text }) => text),
    ).toEqual(["The mole of Sandby was built in 1790.", "Boats of the harbour pay forty kroner."]);
  });

  test("a sentence without a shared word has no assumed citations", () => {
    expect(citedBy("Herring is smoked.", sources)).toEqual([]);
  });

  test("the assumed citations consider the title and the sentence before", () => {
    expect(citedBy("The keeper lives there.", sources)).toEqual([
      { text: HARBOUR[1], about: `Sandby\n${HARBOUR[0]}` },
    ]);
  });

  test("a sentence has at most three assumed citations", () => {
    const one = sourceSentences([{ title: "", sentences: ["Red.", "Green.", "Blue.", "White."] }]);
    expect(citedBy("Red, green, blue, white.", one)).toHaveLength(3);
  });
});

describe("readers of public sets", () => {
  test("the reader uses WiCE's sentences of the first annotator, and chooses sentences where there are none", () => {
    const line = (label: string, supporting: number[][], claim: string): string =>
      JSON.stringify({
        label,
        supporting_sentences: supporting,
        claim,
        evidence: ["(meta data) TITLE: Sandby", ...HARBOUR],
        meta: { id: `dev-${label}`, claim_title: "Harbours", claim_section: "", claim_context: "" },
      });
    const files = new Map([
      [
        "data/entailment_retrieval/claim/dev.jsonl",
        [
          line("supported", [[2, 1, 2], [1]], "The keeper lives on the mole of 1790."),
          line("partially_supported", [[3]], "Boats pay forty kroner and a fee."),
          line("not_supported", [[]], "The keeper breeds herring."),
          "",
        ].join("\n"),
      ],
    ]);
    const read = readWice(files);
    expect(inShort(read)).toEqual([
      {
        sentence: "The keeper lives on the mole of 1790.",
        label: "supported",
        isSupported: true,
        cited: [HARBOUR[1], HARBOUR[0]],
      },
      {
        sentence: "Boats pay forty kroner and a fee.",
        label: "partially_supported",
        isSupported: false,
        cited: [HARBOUR[2]],
      },
      {
        sentence: "The keeper breeds herring.",
        label: "not_supported",
        isSupported: false,
        cited: [HARBOUR[1]],
      },
    ]);
    expect(read[0]).toMatchObject({ question: "Harbours", group: "dev-supported" });
    expect(read[0]?.cited[0]?.about).toBe(`Sandby\n${HARBOUR[0]}`);
  });

  test("the reader also uses the evidence of refuted claims in Fool Me Twice", () => {
    const line = {
      id: "1",
      label: "REFUTES",
      text: "The mole was built in 1791.",
      wikipedia_page: "Sandby",
      gold_evidence: [{ section_header: "History", text: HARBOUR[0] }],
      retrieved_evidence: [{ section_header: "Fees", text: HARBOUR[2] }],
    };
    const read = readFoolMeTwice(fileOf("dataset/dev.jsonl", line));
    expect(inShort(read)).toEqual([
      { sentence: line.text, label: "refuted", isSupported: false, cited: [HARBOUR[0]] },
    ]);
    expect(read[0]).toMatchObject({ group: "Sandby", given: [HARBOUR[0], HARBOUR[2]] });
    expect(read[0]?.cited[0]?.about).toBe("Sandby\nHistory");
    expect(readFoolMeTwice(fileOf("dataset/dev.jsonl", { ...line, label: "SUPPORTS" }))[0]).toMatchObject({
      isSupported: true,
    });
  });

  test("the reader uses the majority of LFQA's annotators, and the documents compared with the answer", () => {
    const docs = (text: string): unknown => [
      { question_id: 7, question: "", docs: [{ doc_id: "1", title: "Sandby", text }] },
    ];
    const answer = (labels: string[]): unknown => [
      {
        question_id: 7,
        question: "Who lives on the mole?",
        answers: ["Its keeper does.</s>"],
        annotations: [{ labels, answer: "Its keeper does.</s>" }],
      },
    ];
    const files = new Map([
      [
        "data/annotations/annotations-gpt3_wdoc.json",
        JSON.stringify(answer(["partially", "supported", "supported"])),
      ],
      [
        "data/annotations/annotations-gpt3_whudoc.json",
        JSON.stringify(answer(["not_supported", "not_supported", "not_supported"])),
      ],
      [
        "data/annotations/annotations-alpaca.json",
        JSON.stringify(answer(["partially", "supported", "not_supported"])),
      ],
      ["data/docs/docs-webgpt.json", JSON.stringify(docs(HARBOUR.join(" ")))],
      ["data/docs/docs-human.json", JSON.stringify(docs("The keeper left."))],
    ]);
    expect(inShort(readLfqa(files))).toEqual([
      { sentence: "Its keeper does.", label: "supported", isSupported: true, cited: [HARBOUR[1]] },
      {
        sentence: "Its keeper does.",
        label: "not_supported",
        isSupported: false,
        cited: ["The keeper left."],
      },
    ]);
    expect(readLfqa(files)[0]).toMatchObject({ question: "Who lives on the mole?", group: "question 7" });
  });

  test("the reader uses the worst mark in a sentence of FaithBench", () => {
    const summary = "The mole is of 1790. Its keeper lives in Holm. Boats pay a lot. They pay kroner.";
    const marked = (words: string, label: string[]): unknown => ({
      annot_id: 1,
      label,
      summary_span: words,
      summary_start: summary.indexOf(words),
      summary_end: summary.indexOf(words) + words.length,
    });
    const files = fileOf("data_for_release/batch_1.json", {
      samples: [
        {
          sample_id: 0,
          source: HARBOUR.join(" "),
          summary,
          annotations: [
            marked("Holm", ["Unwanted", "Unwanted.Intrinsic"]),
            marked("keeper", ["Benign"]),
            marked("a lot", ["Benign"]),
            marked("pay a lot", ["Questionable"]),
            marked("They", ["Benign"]),
          ],
        },
      ],
    });
    expect(
      inShort(readFaithBench(files)).map(({ sentence, label, isSupported }) => [
        sentence,
        label,
        isSupported,
      ]),
    ).toEqual([
      ["The mole is of 1790.", "consistent", true],
      ["Its keeper lives in Holm.", "unwanted, intrinsic", false],
      ["Boats pay a lot.", "questionable", null],
      ["They pay kroner.", "benign", null],
    ]);
  });

  test("the reader uses the one sentence in which an inconsistent summary of SummEdits differs from all consistent ones", () => {
    const summary = (text: string, label: 0 | 1, types: string[] = []): unknown => {
      return {
        id: text,
        doc: HARBOUR.join(" "),
        summary: text,
        label,
        original_summary: "",
        edit_types: types,
        split: "test",
      };
    };
    const files = fileOf("data/summedits/summedits_news.json", [
      summary("The mole is of 1790. Boats pay.", 1),
      summary("The mole is from 1790. Boats pay.", 1),
      summary("The mole is of 1791. Boats pay.", 0, ["entity_modification"]),
      summary("The mole is of 1790. No boat pays.", 0, ["antonym_swap", "negation_insertion_removal"]),
      summary("The mole is of 1789. Ships pay.", 0, ["entity_modification"]),
    ]);
    expect(
      inShort(readSummEdits(files)).map(({ sentence, label, isSupported }) => [sentence, label, isSupported]),
    ).toEqual([
      ["The mole is of 1790.", "consistent", true],
      ["Boats pay.", "consistent", true],
      ["The mole is from 1790.", "consistent", true],
      ["The mole is of 1791.", "entity modification", false],
      ["No boat pays.", "edited, several types", false],
    ]);
  });

  test.each([
    ["invalid JSON", readWice, "data/entailment_retrieval/claim/dev.jsonl", "{"],
    ["another shape", readSummEdits, "data/summedits/summedits_news.json", '[{"doc": 1}]'],
  ])("the reader names the wrong file: %s", (_, read, path, text) => {
    expect(() => read(new Map([[path, text]]))).toThrow(path);
  });
});
