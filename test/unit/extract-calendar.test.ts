import { describe, expect, test } from "vitest";
import { repairFoldedUtf8 } from "../../src/ingestion/extract/calendar/repair-folded-utf8.ts";
import { extract } from "../support/fixtures/documents/extract.ts";

const entry = (...lines: string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const calendar = (...entries: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...entries, "END:VCALENDAR", ""].join("\r\n");
const read = async (content: string | Uint8Array) => await extract(content, "text/calendar");
const ruled = async (rule: string): Promise<string> =>
  (await read(calendar(entry("SUMMARY:a", "DTSTART:20260105T180000Z", `RRULE:${rule}`)))).text.split(
    "\n",
  )[1] ?? "";

describe("describes recurrence in full, or quotes the rule", () => {
  test.each([
    ["FREQ=MONTHLY;BYDAY=1MO", "every month on the first Monday"],
    ["FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"],
    ["FREQ=MONTHLY;BYDAY=1MO,3MO", "every month on the first Monday and the third Monday"],
    ["FREQ=MONTHLY;BYDAY=MO", "every month on every Monday"],
    ["FREQ=MONTHLY;BYMONTHDAY=15", "every month on the 15th"],
    ["FREQ=MONTHLY;BYMONTHDAY=1,-1", "every month on the 1st and the last day"],
    ["FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "every month on the 13th if it is a Friday"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2", "every month on the second working day"],
    ["FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1", "every month on the last Monday or Tuesday"],
    ["FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "every year on the fourth Thursday of November"],
    ["FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=6", "every year on the 6th of January"],
    ["FREQ=YEARLY;BYDAY=20MO", "every year on the 20th Monday of the year"],
    ["FREQ=YEARLY;BYMONTH=3,9", "every year in March and September"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU;COUNT=9", "every 2 weeks on Monday and Friday, 9 times"],
    ["FREQ=DAILY;BYDAY=SA,SU;BYMONTH=7", "every day that is a Saturday or Sunday in July"],
    ["FREQ=WEEKLY;UNTIL=20261231", "every week, until Thursday, 31 December 2026"],
    ["FREQ=WEEKLY;UNTIL=20261231T060000Z", "every week, until Thursday, 31 December 2026, 06:00 (UTC)"],
    ["FREQ=DAILY;BYHOUR=9,17", "by the rule FREQ=DAILY;BYHOUR=9,17"],
    ["FREQ=YEARLY;BYWEEKNO=20", "by the rule FREQ=YEARLY;BYWEEKNO=20"],
    ["FREQ=MONTHLY;BYDAY=XX", "by the rule FREQ=MONTHLY;BYDAY=XX"],
    ["FREQ=WEEKLY;BYMONTHDAY=15", "by the rule FREQ=WEEKLY;BYMONTHDAY=15"],
    ["W1 MO #10", "by the rule W1 MO #10"],
  ])("the extractor describes the recurrence rule: %s", async (rule, said) =>
    expect(await ruled(rule)).toBe(`It takes place ${said}.`),
  );

  test("the text of an event lists excluded, additional and moved dates", async () => {
    const event = ["UID:g", "SUMMARY:Choir", "DTSTART:20260106T200000Z", "RRULE:FREQ=WEEKLY"];
    const dates = [
      "EXDATE:20260303T200000Z,20260317T200000Z",
      "EXDATE;VALUE=DATE:20260324",
      "RDATE:20260305T200000Z",
    ];
    const moved = entry(
      "UID:g",
      "SUMMARY:Choir",
      "RECURRENCE-ID:20260310T200000Z",
      "DTSTART:20260312T170000Z",
      "DTEND:20260312T173000Z",
    );
    const ended = entry(
      "UID:g",
      "SUMMARY:Choir",
      "RECURRENCE-ID:20260331T200000Z",
      "DTSTART:20260331T200000Z",
      "STATUS:CANCELLED",
    );
    const { text } = await read(calendar(entry(...event, ...dates), moved, ended));
    expect(text.split("\n\n")).toEqual([
      `Choir: Tuesday, 6 January 2026, 20:00 (UTC).
It takes place every week.
It also takes place on Thursday, 5 March 2026, 20:00 (UTC).
It does not take place on Tuesday, 3 March 2026, 20:00 (UTC), Tuesday, 17 March 2026, 20:00 (UTC) and Tuesday, 24 March 2026.
The one on Tuesday, 10 March 2026 is moved to Thursday, 12 March 2026, 17:00 to 17:30 (UTC).
The one on Tuesday, 31 March 2026 is cancelled.`,
      "Choir: Thursday, 12 March 2026, 17:00 to 17:30 (UTC).\nIt takes the place of the one on Tuesday, 10 March 2026, 20:00 (UTC).",
      "Choir: Tuesday, 31 March 2026, 20:00 (UTC).\nIt takes the place of the one on Tuesday, 31 March 2026, 20:00 (UTC).\nChoir is cancelled.",
    ]);
  });
});

describe("fields of calendars", () => {
  test("the text of an event includes each description, comment and category", async () => {
    const lines = [
      "SUMMARY:Log",
      "DESCRIPTION:First watch.",
      "DESCRIPTION:Second watch.",
      "CATEGORIES:LOG,WEATHER",
      "COMMENT:From paper.",
      "STATUS:DRAFT",
    ];
    expect((await read(calendar(entry(...lines)))).text).toBe(
      "Log.\nStatus: draft.\nCategories: LOG, WEATHER.\nFirst watch.\nSecond watch.\nFrom paper.",
    );
  });

  test("the text of a task includes its start and due dates, without the text of its alarm", async () => {
    const task = [
      "BEGIN:VTODO",
      "SUMMARY:Renew",
      "DTSTART;VALUE=DATE:20260201",
      "DUE;TZID=Europe/Paris:20260301T120000",
      "PRIORITY:1",
    ];
    const alarm = ["BEGIN:VALARM", "DESCRIPTION:Noise", "END:VALARM", "END:VTODO"];
    expect((await read(calendar(...task, ...alarm))).text).toBe(
      "Renew: from Sunday, 1 February 2026, due Sunday, 1 March 2026, 12:00 (Europe/Paris).\nPriority: 1.",
    );
  });

  test("the text of an event includes a whole description with raw line ends", async () => {
    const lines = [
      "SUMMARY:a",
      "DESCRIPTION:Bring:",
      "- keys",
      "Note: the gate is shut.",
      "",
      "Ada",
      "LOCATION:Pier 3",
    ];
    expect((await read(calendar(entry(...lines)))).text).toBe(
      "a: at Pier 3.\nBring:\n- keys\nNote: the gate is shut.\nAda",
    );
  });

  test("the text of an event includes a description that only HTML contains", async () => {
    const page = "X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Bring the <b>keys</b>.</p></body></html>";
    expect((await read(calendar(entry("SUMMARY:a", page)))).text).toBe("a.\nBring the keys.");
  });

  test.each([
    [
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Pr=C3=BCfung der Anker=\r\nkette",
      "Prüfung der Ankerkette.",
    ],
    ["SUMMARY;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Pr=FCfung", "Prüfung."],
    ["SUMMARY;CHARSET=UTF-8:Prüfung=", "Prüfung=."],
  ])("the extractor reads values of vCalendar 1.0: %s", async (line, said) =>
    expect((await read(calendar(entry(line)))).text).toBe(said),
  );

  test("the repair joins characters that a fold splits and keeps line numbers", async () => {
    const bytes = new TextEncoder().encode(
      calendar(entry("SUMMARY:Größe der Schleuse 日本", "DESCRIPTION:Köln")),
    );
    for (let at = 1; at < bytes.length; at += 1) {
      if (((bytes[at] ?? 0) & 0xc0) !== 0x80) continue;
      const folded = Uint8Array.from([...bytes.subarray(0, at), 13, 10, 32, ...bytes.subarray(at)]);
      const { text, spans } = await read(folded);
      expect(text).toBe("Größe der Schleuse 日本.\nKöln");
      expect(spans?.at(-1)?.locator).toEqual({ kind: "line", line: at < bytes.indexOf(10, 60) ? 6 : 5 });
    }
    const latin1 = Uint8Array.from("SUMMARY:\xe4\r\n \x80", (char) => char.charCodeAt(0));
    expect(repairFoldedUtf8(latin1)).toBe(latin1);
  });

  test("the note counts unread parts of a calendar", async () => {
    const guests = Array.from({ length: 102 }, (_, at) => `ATTENDEE:mailto:${at}@example.org`);
    const busy = ["BEGIN:VFREEBUSY", "FREEBUSY:20260101T000000Z/PT1H", "END:VFREEBUSY"];
    expect((await read(calendar(entry("SUMMARY:a", ...guests), ...busy))).note).toBe(
      "2 lines beyond the first 100 of the same kind in an entry, such as guests, were not read. 1 part of the calendar that is no event, task or journal, such as busy times, was not read.",
    );
  });
});
