import { describe, expect, test } from "vitest";
import {
  answerText,
  truncateAtStop,
  draftDuringRetry,
  draftWhileWritten,
} from "../../src/answering/generation/answer-text.ts";
import { createClaimVerifier, isAccepted } from "../../src/answering/generation/verify-claims.ts";
import { numberSentences } from "../../src/answering/generation/number-sentences.ts";
import { parseClaims } from "../../src/answering/generation/parse-claims.ts";
import { LAMP, OPENED, passageOf } from "../support/fixtures/model-request.ts";

const DATED = "Der Hafen wurde am 3. Mai 1871 eröffnet, d. h. nach neun Jahren.";
const BUILT = "It was built by J. S. Bach & Co. of Brackwater.";
const CHINESE = "港口于1871年开放。灯塔用油到1957年。";
const { sentences } = numberSentences([
  passageOf(`${OPENED} ${LAMP}`),
  passageOf(`${DATED}\n\n${BUILT}`, { assetId: "asset_b" }),
  passageOf(CHINESE, { assetId: "asset_c" }),
]);
const numberOf = (words: string): number => sentences.findIndex(({ text }) => text.includes(words)) + 1;
const [opened, lamp, dated, built] = [OPENED, LAMP, DATED, "Bach"].map(numberOf);
const QUESTION = "When did the harbour of Brackwater open?";
const newJudge = () => createClaimVerifier(sentences, QUESTION);

/** Returns the final answer without a retry. */
function wholeOf(written: string): string {
  return answerText(newJudge()(parseClaims(written, true).claims).filter(isAccepted)).text;
}

const WRITTEN = {
  "two sentences": `The harbour of Brackwater opened in 1871 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`,
  "numbers behind the full stop": `The harbour of Brackwater opened in 1871. [${opened}] Its lamp burnt oil until 1957. [${lamp}] And it is large.`,
  "a date with a full stop": `Der Hafen wurde am 3. Mai 1871 eröffnet [${dated}]. Er wurde am 3. [${dated}] Mai 1871 eröffnet.`,
  initials: `It was built by J. S. Bach & Co. of Brackwater [${built}]. The harbour opened in 1871 [${opened}].`,
  list: `- The harbour opened in 1871 [${opened}]\n- Its lamp burnt oil until 1957 [${lamp}]\n\nThe harbour opened after nine years of work [${opened}].`,
  thoughts: `<think>Is it 1999 [1]? No.</think>The harbour opened in 1871 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`,
  "nothing that is wrong": `The harbour of Brackwater opened in 1871 [${opened}]. It opened in 1999 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`,
  "no picture": `![x](https://evil.example/) [${opened}]. The harbour opened in 1871 [${opened}]. Its lamp burnt oil until 1957 [${lamp}].`,
  "a quotation": `The harbour: "${OPENED}" [${opened}] It says "${LAMP}" [${lamp}] The harbour opened in 1871 [${opened}].`,
  "no spaces": `港口于1871年开放[${numberOf("开放")}]。灯塔用油到1957年[${numberOf("灯塔")}]。港口于1871年开放[${numberOf("开放")}]。`,
};

describe("the verified prefix of a draft", () => {
  test.each(Object.entries(WRITTEN))(
    "the verified prefix only grows and is a prefix of the answer wherever the text is cut: %s",
    (_, written) => {
      const whole = wholeOf(written);
      const judge = newJudge();
      let before = "";
      for (let end = 0; end <= written.length; end += 1) {
        const { text, proven } = draftWhileWritten(written.slice(0, end), judge);
        const told = text.slice(0, proven);
        expect([end, told]).toEqual([end, expect.stringMatching(/^$|\[\d\]$/)]);
        expect([end, whole.startsWith(told), told.startsWith(before)]).toEqual([end, true, true]);
        before = told;
      }
      expect(before.length).toBeGreaterThan(0);
    },
  );

  test("the verified prefix contains a sentence as soon as the next one has started, and none after a rejected one", () => {
    const told = (written: string): string => {
      const { text, proven } = draftWhileWritten(written, newJudge());
      return text.slice(0, proven);
    };
    const first = `The harbour opened in 1871 [${opened}].`;
    expect(told(first)).toBe("");
    expect(told(`${first} Its`)).toBe("");
    expect(told(`${first} Its lamp`)).toBe("The harbour opened in 1871. [1]");
    expect(told(`It opened in 1999 [${opened}]. ${first} Its lamp`)).toBe("");
    expect(told(`${first} It has no number. Its lamp burnt oil until 1957 [${lamp}]. And so`)).toBe(
      "The harbour opened in 1871. [1]",
    );
  });

  test("the verified prefix ends before the first rejected sentence during the retry", () => {
    const { claims } = parseClaims(
      `The harbour opened in 1871 [${opened}]. It closed [${opened}]. ${LAMP.slice(0, -1)} [${lamp}].`,
      true,
    );
    const { text, proven } = draftDuringRetry(newJudge()(claims));
    expect([text.slice(0, proven), text.slice(proven)]).toEqual([
      "The harbour opened in 1871. [1]",
      ` ${LAMP} [2]`,
    ]);
  });

  test("the verified prefix contains no prefix of a stop sequence", () => {
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

  test('the verified prefix contains nothing of the reply for "no answer"', () => {
    for (const written of ["N", "NO", "NONE"])
      expect(draftWhileWritten(written, newJudge())).toEqual({ text: "", proven: 0 });
    expect(draftWhileWritten("Nine years", newJudge()).text).toBe("Nine years");
  });
});
