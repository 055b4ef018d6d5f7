import { describe, expect, test } from "vitest";
import { quoted } from "../support/assertions/quoted.ts";

describe("when the passages mention only similar identifiers", () => {
  test.each([
    [
      "a path",
      "Is /tmp kept between restarts?",
      "The directory /var/tmp is kept between restarts.",
      "It holds files that are needed later.",
    ],
    [
      "a code",
      "Is the KW-100 fit for salt water?",
      "The KW-101 is fit for salt water.",
      "It must be rinsed after each use.",
    ],
    [
      "what points back to one",
      "Is the KW-100 fit for fresh water?",
      "The KW-101 is a pump.",
      "It is fit for fresh water.",
    ],
    [
      "a code in two words",
      "Does ISO 9002 apply to the office?",
      "ISO 9001 applies to the office.",
      "Coffee is free there.",
    ],
    ["a number", "Does room 215 have a projector?", "Room 214 has a projector.", "Tea is served at four."],
    ["a setting", "What does max_age limit?", "The setting max_rate limits requests.", "Port 80 is open."],
    [
      "a day",
      "Is the hall closed on 16 March 2026?",
      "The hall is closed on 2026-03-14.",
      "On 2026-03-15 it opens at ten.",
    ],
  ])("an answer quotes nothing: %s", (_, question, other, more) => {
    expect(quoted(question, `${other} ${more}`)).toEqual([]);
  });

  test.each([
    [
      "Is the KW 101 fit for salt water?",
      "The KW-101 is fit for salt water. The KW-102 is fit for salt water.",
    ],
    ["Does room 241 have a projector?", "Room 241 is for silent work. Room 214 has a projector."],
    [
      "Is the hall closed on 2026-03-14?",
      "On 14 March 2026 the hall is closed. The hall is closed on 15 March 2026.",
    ],
    [
      "Is the hall open on 24 December 2026?",
      "The hall is open on 12/24/2026. The hall is open on 25/12/2026.",
    ],
    [
      "Is the hall closed on 15 March 2026?",
      "On 15 March 2026 tea is served at four. The hall is closed on 14 March 2026.",
    ],
    ["Does version 2.1 run here?", "Version 2.1 does. Version 2.2 runs here."],
  ])("an answer quotes only the sentence with the right identifier: %s", (question, text) => {
    expect(quoted(question, text)).toEqual([text.slice(0, text.indexOf(". ") + 1)]);
  });

  test.each([
    ["amounts", "Does it cost EUR 30?", "It costs EUR 25."],
    ["years", "Was the mill of Brin built in 1742?", "The mill of Brin was built in 1743."],
    [
      "spans of time",
      "Is the tower open on 2 June 2026?",
      "The tower is open from 1 May to 30 September 2026.",
    ],
    [
      "every day",
      "Is the hall open on 16 March 2026?",
      "The hall is open on Mondays and always in March. The hall is closed on 14 March 2026.",
    ],
    ["a year that is not said", "Is the hall closed on 14 March 2026?", "The hall is closed on 14 March."],
  ])("an answer may quote a compatible sentence: %s", (_, question, text) => {
    expect(quoted(question, text)[0]).toBe(/^.*?\.(?=\s\p{Lu}|$)/u.exec(text)?.[0]);
  });

  test("a heading supplies the identifier of its sentences, but its section number does not", () => {
    const text =
      "# HS-7 Lines\n\n## 1 Scope\n\nIt applies to mooring lines.\n\n## 2.1 Use\n\nTowing lines are left out.";
    expect(quoted("Does HS-9 apply to mooring lines?", text)).toEqual([]);
    expect(quoted("Does HS-7 apply to mooring lines?", text, "HS-8 applies to all mooring lines.")).toEqual([
      "It applies to mooring lines.",
    ]);
    expect(quoted("Are towing lines left out of version 2.2?", text)).toEqual(["Towing lines are left out."]);
    const sections = "# Pumps\n\n## KW-101\n\nFit for salt water.\n\n## KW-102\n\nUnfit for salt water.";
    expect(quoted("Is the KW-102 fit for salt water?", sections)).toEqual(["Unfit for salt water."]);
    const other = "## KW-101\n\nA pump.\n\n## KW-102\n\nFit for salt water.";
    expect(quoted("Is the KW-101 fit for salt water?", other)).not.toContain("Fit for salt water.");
  });
});
