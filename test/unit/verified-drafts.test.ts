import { describe, expect, test } from "vitest";
import { type CleanAnswer, cleanMarkdown } from "../../src/answering/generation/clean-markdown.ts";
import { addressBook } from "../../src/answering/generation/injected-content.ts";
import { inputLines } from "../../src/answering/generation/input-lines.ts";
import { keepSupported } from "../../src/answering/generation/keep-supported.ts";
import { partMarker } from "../../src/answering/generation/mark-parts.ts";
import { stripReasoning } from "../../src/answering/generation/strip-reasoning.ts";
import { truncateAtStop } from "../../src/answering/generation/truncate-at-stop.ts";
import { numberSentences } from "../../src/answering/generation/number-sentences.ts";
import { renderAnswer } from "../../src/answering/generation/render-answer.ts";
import { ShownText } from "../../src/answering/generation/shown-text.ts";
import { LAMP, OPENED, passageOf } from "../support/fixtures/model-request.ts";

const DATED = "Der Hafen wurde am 3. Mai 1871 eröffnet, d. h. nach neun Jahren.";
const BUILT = "It was built by J. S. Bach & Co. of Brackwater.";
const CHINESE = "港口于1871年开放。灯塔用油到1957年。";
const numbered = numberSentences([
  passageOf(`${OPENED} ${LAMP}`),
  passageOf(`${DATED}\n\n${BUILT}`, { assetId: "asset_b" }),
  passageOf(CHINESE, { assetId: "asset_c" }),
]);
const { sentences } = numbered;
const numberOf = (words: string): number => sentences.findIndex(({ text }) => text.includes(words)) + 1;
const [opened, lamp, dated, built] = [OPENED, LAMP, DATED, "Bach"].map(numberOf);
const QUESTION = "When did the harbour of Brackwater open?";
const lines = inputLines(numbered, QUESTION);
const newMarker = () => partMarker(sentences, lines, QUESTION);
const known = addressBook(lines);
const clean = (written: string, isWhole: boolean): CleanAnswer =>
  cleanMarkdown(stripReasoning(written), {
    known,
    isCitable: (number) => sentences[number - 1] !== undefined,
    isWhole,
  });

const WRITTEN = {
  "two sentences": `The harbour of Brackwater opened in 1871 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`,
  "numbers behind the full stop": `The harbour of Brackwater opened in 1871. [${opened}] Its lamp burnt oil until 1957. [${lamp}] And it is large.`,
  "a date with a full stop": `Der Hafen wurde am 3. Mai 1871 eröffnet [${dated}]. Er wurde am 3. [${dated}] Mai 1871 eröffnet.`,
  initials: `It was built by J. S. Bach & Co. of Brackwater [${built}]. The harbour opened in 1871 [${opened}].`,
  "a list with its citation at the end": `There are two facts:\n\n- The harbour opened in 1871\n- Its lamp burnt oil until 1957 [${opened}][${lamp}]\n\nThe harbour opened after nine years of work [${opened}].`,
  headings: `## Empty\n\n## Harbour\n\nThe harbour opened in 1871 [${opened}].\n\n## Lamp\n\nIts lamp burnt oil until 1957 [${lamp}].`,
  "a table": `| What | When |\n|---|---|\n| The harbour opened | 1871 [${opened}] |\n| The dog | 1999 |\n\nIts lamp burnt oil until 1957 [${lamp}].`,
  code: `Run it:\n\n\`\`\`sh\na[0](x) <y>\n\`\`\`\n[${lamp}]\n\nIts lamp burnt oil until 1957 [${lamp}].`,
  thoughts: `<think>Is it 1999 [1]? No.</think>The harbour opened in 1871 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`,
  "a wrong number": `The harbour of Brackwater opened in 1871 [${opened}]. It opened in 1999 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`,
  "a picture": `![x](https://evil.example/) [${opened}]. The harbour opened in 1871 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`,
  "a quotation": `The harbour: "${OPENED}" [${opened}] It says "${LAMP}" [${lamp}] The harbour opened in 1871 [${opened}].`,
  "no spaces": `港口于1871年开放[${numberOf("开放")}]。灯塔用油到1957年[${numberOf("灯塔")}]。港口于1871年开放[${numberOf("开放")}]。`,
};

describe("a draft of an answer", () => {
  test.each(Object.entries(WRITTEN))(
    "nothing that a draft showed vanishes, wherever the text is cut: %s",
    (_, written) => {
      const whole = renderAnswer(clean(written, true)).text;
      const shown = new ShownText(newMarker(), { mode: "mark", isJudged: false });
      let before = "";
      for (let end = 0; end <= written.length; end += 1) {
        const { text, proven } = shown.draft(clean(written.slice(0, end), false), false);
        const told = text.slice(0, proven);
        expect([end, text]).toEqual([end, expect.not.stringMatching(/\[(?!\d\]|0)|evil/)]);
        expect([end, whole.startsWith(text), told.startsWith(before)]).toEqual([end, true, true]);
        before = told;
      }
      expect(before.length).toBeGreaterThan(0);
    },
  );

  test.each(Object.entries(WRITTEN))(
    "a strict draft shows supported sentences only, and nothing of it vanishes: %s",
    (_, written) => {
      const answer = clean(written, true);
      const whole = renderAnswer(keepSupported(answer, newMarker()(answer))).text;
      const shown = new ShownText(newMarker(), { mode: "strict", isJudged: false });
      let before = "";
      for (let end = 0; end <= written.length; end += 1) {
        const { text, proven } = shown.draft(clean(written.slice(0, end), false), false);
        const told = text.slice(0, proven);
        expect([end, text, whole.startsWith(text), told.startsWith(before)]).toEqual([end, text, true, true]);
        before = told;
      }
      expect(shown.draft(answer, true).text).toBe(whole);
    },
  );

  test("a draft shows words before their sentence ends, without an unfinished word, number or address", () => {
    const shown = new ShownText(newMarker(), { mode: "mark", isJudged: false });
    const told = (written: string): string => {
      const { text, proven } = shown.draft(clean(written, false), false);
      return text.slice(0, proven);
    };
    expect(told("The har")).toBe("The");
    expect(told(`The harbour opened in 1871 [${opened}`)).toBe("The harbour opened in 1871");
    expect(told(`The harbour opened in 1871 [${opened}]. See https://ev`)).toBe(
      "The harbour opened in 1871 [1]. See",
    );
  });

  test("the final part of a draft ends before a contradicted sentence, unless it held its words before", () => {
    const shown = new ShownText(newMarker(), { mode: "mark", isJudged: false });
    const told = (written: string): string => {
      const { text, proven } = shown.draft(clean(written, false), false);
      return text.slice(0, proven);
    };
    const first = `The harbour opened in 1871 [${opened}].`;
    expect(told(`${first} It opened in 1999 [${opened}]. Its lamp`)).toBe("The harbour opened in 1871 [1].");
    expect(told(`${first} It opened in 1999 [${opened}]. Its lamp burnt oil `)).toBe(
      "The harbour opened in 1871 [1].",
    );
    const another = new ShownText(newMarker(), { mode: "mark", isJudged: false });
    another.draft(clean(`${first} It opened in `, false), false);
    const { text, proven } = another.draft(
      clean(`${first} It opened in 1999 [${opened}]. Its `, false),
      false,
    );
    expect(text.slice(0, proven)).toBe("The harbour opened in 1871 [1]. It opened in");
  });

  test("a stop keeps whole supported sentences; with a verifier quoted ones only, without verification all", () => {
    const written = `The harbour of Brackwater has been open since 1871 [${opened}]. ${OPENED} [${opened}] It belongs to the Duke [${opened}]. Its lamp burnt oil until 1957 [${lamp}]. And it`;
    const keptWith = (mode: "mark" | "strict" | "off", isJudged: boolean): string =>
      renderAnswer(new ShownText(newMarker(), { mode, isJudged }).kept(clean(written, false), false)).text;
    const [said, quoted, lit] = [
      "The harbour of Brackwater has been open since 1871 [1].",
      `${OPENED} [1]`,
      "Its lamp burnt oil until 1957 [2].",
    ];
    for (const mode of ["mark", "strict"] as const) {
      expect(keptWith(mode, false)).toBe(`${said} ${quoted} ${lit}`);
      expect(keptWith(mode, true)).toBe(`${quoted} ${lit}`);
    }
    expect(keptWith("off", false)).toBe(`${said} ${quoted} It belongs to the Duke [1]. ${lit}`);
    const early = new ShownText(newMarker(), { mode: "mark", isJudged: false });
    expect(early.kept(clean(`The harbour of Brackwater opened in 1871 [${opened}]`, false), false).text).toBe(
      "",
    );
    expect(early.kept(clean("NONE", true), true).text).toBe("");
  });

  test("a draft contains no prefix of a stop sequence", () => {
    const written = "The harbour opened. END of it";
    for (const stop of [["END"], ["ND of", ". END"], [" "]]) {
      const whole = truncateAtStop(written, stop, true);
      for (let end = 0; end <= written.length; end += 1) {
        expect([stop, end, whole.startsWith(truncateAtStop(written.slice(0, end), stop, false))]).toEqual([
          stop,
          end,
          true,
        ]);
      }
    }
    expect(truncateAtStop("It is the EN", ["END"], false)).toBe("It is the ");
    expect(truncateAtStop("It is the EN", ["END"], true)).toBe("It is the EN");
  });

  test('a draft contains nothing of the reply for "no answer"', () => {
    const shown = new ShownText(newMarker(), { mode: "mark", isJudged: false });
    for (const written of ["N", "NO", "NONE", "NONE.", "**NONE**", "NONE "])
      expect(shown.draft(clean(written, true), false)).toEqual({ text: "", proven: 0 });
    expect(shown.draft(clean("NONE\n\nThe documents name the harbour only.", true), false).text).toBe(
      "The documents name the harbour only.",
    );
    expect(shown.draft(clean("Nine years", true), false).text).toBe("Nine years");
  });
});
