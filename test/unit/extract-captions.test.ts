import { describe, expect, test } from "vitest";
import { extract } from "../support/fixtures/documents/extract.ts";

const cue = (from: number, to: number, ...lines: string[]): string =>
  `00:00:${two(from)}.000 --> 00:00:${two(to)}.000\n${lines.join("\n")}\n`;
const two = (second: number): string => String(second).padStart(2, "0");
const vtt = (...cues: string[]): string => `WEBVTT\n\n${cues.join("\n")}`;
const textOf = async (content: string): Promise<string> =>
  (await extract(content, content.startsWith("WEBVTT") ? "text/vtt" : "application/x-subrip")).text;

describe("captions keep every word", () => {
  test.each([
    [
      "a blank line before the words",
      "1\n00:00:01,000 --> 00:00:03,000\n\nThe auction begins.\n",
      "The auction begins.",
    ],
    [
      "a blank line amid the words, and numbers of cues",
      "1\n00:00:01,000 --> 00:00:03,000\nGoing once,\n\ngoing twice.\n\n2\n00:00:03,000 --> 00:00:05,000\nSold.\n",
      "Going once, going twice. Sold.",
    ],
    [
      "a blank line amid the words of WebVTT",
      vtt("00:01.000 --> 00:03.000\nGoing once,\n\ngoing twice."),
      "Going once, going twice.",
    ],
    [
      "a number that is said",
      "1\n00:00:01,000 --> 00:00:02,000\n10\n\n2\n00:00:02,000 --> 00:00:03,000\n9\n",
      "10 9",
    ],
    ["arrows without spaces", "1\n00:00:01,000-->00:00:03,000\nTight.\n", "Tight."],
    ["times without milliseconds", "1\n00:00:01 --> 00:00:03\nWhole seconds.\n", "Whole seconds."],
    [
      "signs that begin no markup",
      "1\n00:00:01,000 --> 00:00:04,000\nif (a<b && c>d) and p < 0.05 and n > 30, <sic>\n",
      "if (a<b && c>d) and p < 0.05 and n > 30, <sic>",
    ],
    [
      "words between markup",
      vtt(
        '00:01.000 --> 00:03.000\n<c.yellow>Red</c> <i>and</i> <00:00:02.000><b>green</b> {\\an8}<font color="red">now</font>',
      ),
      "Red and green now",
    ],
    [
      "words that look like a note",
      "1\n00:00:01,000 --> 00:00:03,000\nBring this:\n\nNOTE paper\n",
      "Bring this: NOTE paper",
    ],
  ])("captions keep every word: %s", async (_, content, told) => expect(await textOf(content)).toBe(told));

  test("captions omit notes, styles and cue names of WebVTT", async () => {
    const content = vtt(
      "NOTE by the clerk\nof the council\n",
      "first\n00:01.000 --> 00:02.000\nHola.\n",
      "NOTE more\n",
      "second\n00:02.000 --> 00:03.000\nAdios.\n",
      "STYLE\n::cue { color: lime }\n",
    );
    expect(await textOf(content)).toBe("Hola. Adios.");
  });

  test("captions separate several voices in one line", async () => {
    expect(await textOf(vtt("00:01.000 --> 00:02.000\n<v Ada>Ready?</v> <v Ben>Yes.</v>\n"))).toBe(
      "Ada: Ready?\n\nBen: Yes.",
    );
  });

  test("the extractor counts lines above the first cue", async () => {
    const { note, text } = await extract(
      "Made by hand\n\n1\n00:00:01,000 --> 00:00:02,000\nHola.\n",
      "application/x-subrip",
    );
    expect([text, note]).toEqual(["Hola.", "1 line above the first cue has no time and was not read."]);
  });
});

describe("a repeated line", () => {
  test("rolling captions of two and three lines keep a repeated line once", async () => {
    const [six, aboard, tide, wait] = [
      "the harbour opens at six",
      "and the pilots come aboard",
      "before the tide turns",
      "every ship must wait",
    ];
    const once = `${six} ${aboard} ${tide} ${wait}`;
    expect(
      await textOf(
        vtt(cue(1, 3, six!, aboard!), cue(3, 5, six!, aboard!, tide!), cue(5, 7, aboard!, tide!, wait!)),
      ),
    ).toBe(once);
    expect(
      await textOf(
        vtt(cue(1, 3, six!), cue(3, 5, six!, aboard!), cue(5, 7, aboard!, tide!), cue(7, 9, tide!, wait!)),
      ),
    ).toBe(once);
  });

  test("captions keep a repeated line if another speaker says it or time passes", async () => {
    expect(await textOf(vtt(cue(1, 2, "<v Ben>Yes."), cue(2, 3, "<v Cleo>Yes.")))).toBe(
      "Ben: Yes.\n\nCleo: Yes.",
    );
    expect(await textOf(vtt(cue(1, 2, "No."), cue(2, 3, "No."), cue(3, 4, "I said so.")))).toBe(
      "No. No. I said so.",
    );
    expect(
      await textOf(
        vtt(
          cue(1, 2, "The motion carries, all in favour."),
          cue(9, 10, "The motion carries, all in favour."),
        ),
      ),
    ).toBe("The motion carries, all in favour.\n\nThe motion carries, all in favour.");
  });
});
