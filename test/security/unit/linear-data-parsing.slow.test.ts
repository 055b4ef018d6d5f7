/**
 * Promise: Parsing tables, calendars, captions, RTF, code and XML takes time linear in their length. Attack:
 * A file repeats one mark that nothing closes. A parser that reads the rest of the file for each mark blocks
 * the service.
 */
import { describe, expect, test } from "vitest";
import { removeRunningHeads } from "../../../src/ingestion/extract/text/remove-running-heads.ts";
import { isContentsPage } from "../../../src/text/is-contents-page.ts";
import { chunkText } from "../../../src/ingestion/chunk/chunk-text.ts";
import { extractCalendar } from "../../../src/ingestion/extract/calendar/extract-calendar.ts";
import { repairFoldedUtf8 } from "../../../src/ingestion/extract/calendar/repair-folded-utf8.ts";
import { extractCaptions } from "../../../src/ingestion/extract/captions/extract-captions.ts";
import { extractRtf } from "../../../src/ingestion/extract/rtf/extract-rtf.ts";
import { detectCharset } from "../../../src/ingestion/extract/text/detect-charset.ts";
import { definitionStarts } from "../../../src/ingestion/extract/code/definition-starts.ts";
import { extractXml } from "../../../src/ingestion/extract/xml/extract-xml.ts";
import { extractJson } from "../../../src/ingestion/extract/json/extract-json.ts";
import { extractDelimited } from "../../../src/ingestion/extract/table/extract-delimited.ts";
import { timeGrowth } from "../../support/assertions/time-growth.ts";

/** Linear time gives 4 and quadratic time 16. The margin allows for other work on the machine. */
const MIN_QUADRATIC = 10;

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("four times the data takes about four times as long", () => {
  test.each([
    [
      "values of base64",
      (n: number) => JSON.stringify(Array.from({ length: n }, () => "aB3".repeat(70))),
      extractJson,
      500,
    ],
    ["cells with a quote that nothing closes", (n: number) => '"a,'.repeat(n), extractDelimited, 20_000],
    ["cells that are one quote after the other", (n: number) => '"""a,'.repeat(n), extractDelimited, 20_000],
    ["rows of delimiters alone", (n: number) => ",".repeat(n), extractDelimited, 100_000],
    ["rows that end with carriage returns", (n: number) => "a,b\r".repeat(n), extractDelimited, 60_000],
    [
      "a header without end",
      (n: number) => `${"name,".repeat(n)}\n${"1,".repeat(n)}`,
      extractDelimited,
      5_000,
    ],
    [
      "lists within a name that is longer than they are",
      (n: number) => `{"${"k".repeat(180)}":[${'{"a":1},'.repeat(n)}1]}`,
      extractJson,
      2_000,
    ],
    ["brackets that nothing closes", (n: number) => "[".repeat(n), extractJson, 50_000],
    ["strings of backslashes", (n: number) => `"${"\\\\".repeat(n)}"`, extractJson, 20_000],
    ["blank lines between values", (n: number) => `[${"1,\n\n\n".repeat(n)}1]`, extractJson, 5_000],
    [
      "captions of one word each",
      (n: number) => `WEBVTT\n\n${"00:01.000 --> 00:02.000\na\n\n".repeat(n)}`,
      extractCaptions,
      2_000,
    ],
    [
      "a caption without end",
      (n: number) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${"a".repeat(n)}`,
      extractCaptions,
      200_000,
    ],
    [
      "captions that roll",
      (n: number) => `WEBVTT\n\n${"00:01.000 --> 00:02.000\na\nb\nc\n\n".repeat(n)}`,
      extractCaptions,
      2_000,
    ],
    [
      "a caption of blank lines",
      (n: number) => `1\n00:00:01,000 --> 00:00:02,000\n${"\na\n".repeat(n)}`,
      extractCaptions,
      20_000,
    ],
    [
      "signs that begin no markup",
      (n: number) => `1\n00:00:01,000 --> 00:00:02,000\n${"<v <c.a <b".repeat(n)}`,
      extractCaptions,
      20_000,
    ],
    [
      "dates on which nothing takes place",
      (n: number) => `BEGIN:VEVENT\nEXDATE:${"20260101,".repeat(n)}\nEND:VEVENT`,
      extractCalendar,
      20_000,
    ],
    [
      "dates of events of one name",
      (n: number) =>
        "BEGIN:VEVENT\nUID:a\nEND:VEVENT\nBEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20260101\nDTSTART:20260102\nEND:VEVENT\n".repeat(
          n,
        ),
      extractCalendar,
      2_000,
    ],
    [
      "quoted lines of a calendar",
      (n: number) => `BEGIN:VEVENT\nSUMMARY;QUOTED-PRINTABLE:${"a=\n".repeat(n)}\nEND:VEVENT`,
      extractCalendar,
      20_000,
    ],
    [
      "letters that are cut",
      (n: number) => ascii(`${"SUMMARY:ö".repeat(n)}`).map((byte, at) => (at % 9 === 7 ? 10 : byte)),
      repairFoldedUtf8,
      50_000,
    ],
    [
      "folded lines of a calendar",
      (n: number) => `BEGIN:VEVENT\nSUMMARY:a${"\n b".repeat(n)}\nEND:VEVENT`,
      extractCalendar,
      20_000,
    ],
    [
      "parameters without end",
      (n: number) => `BEGIN:VEVENT\nSUMMARY${";A=b".repeat(n)}\nEND:VEVENT`,
      extractCalendar,
      20_000,
    ],
    [
      "guests without end",
      (n: number) => `BEGIN:VEVENT\nSUMMARY:a${"\nATTENDEE:b".repeat(n)}\nEND:VEVENT`,
      extractCalendar,
      5_000,
    ],
    ["letters in a code page, one by one", (n: number) => `{\\rtf1 ${"\\'e9".repeat(n)}}`, rtf, 20_000],
    ["groups that open and close", (n: number) => `{\\rtf1 a${"{}".repeat(n)}}`, rtf, 20_000],
    ["cells without a row", (n: number) => `{\\rtf1 ${"a\\cell ".repeat(n)}}`, rtf, 10_000],
    ["letters of no encoding", (n: number) => "\u00e9\u0081".repeat(n), guessed, 100_000],
    [
      "lines that nearly begin a definition",
      (n: number) => "public static a<b,c[d] e.f? \n".repeat(n),
      definitionStarts,
      2_000,
    ],
    ["a line of code without end", (n: number) => "public ".repeat(n), definitionStarts, 50_000],
    ["comments above nothing", (n: number) => "// a\n".repeat(n), definitionStarts, 10_000],
    [
      "plain text of pages with a number in each head",
      (n: number) => Array.from({ length: n }, (_, at) => `Page ${at} ${"a".repeat(99)}\n`).join("\f"),
      removeRunningHeads,
      10_000,
    ],
    ["a plain page of blank lines", (n: number) => `\f${"\n \n".repeat(n)}`, removeRunningHeads, 100_000],
    ["an outline of numbers", (n: number) => "1.1.1 ".repeat(n), isContentsPage, 50_000],
    ["an outline of spaces", (n: number) => `- 1.1${" ".repeat(n)}\n`, isContentsPage, 100_000],
    [
      "fences without end",
      (n: number) => "```a\n\n~~~\n".repeat(n),
      (text: string) => chunkText(text, []),
      20_000,
    ],
    ["code of one line", (n: number) => "a".repeat(n), (text: string) => chunkText(text, [], []), 200_000],
    [
      "running text of one word a line",
      (n: number) => `<p>a<b>c</b>${"\na".repeat(n)}</p>`,
      extractXml,
      10_000,
    ],
    ["elements beside one another", (n: number) => `<a>${"<b c='d'>e</b>".repeat(n)}</a>`, extractXml, 2_000],
    [
      "an element of many attributes",
      (n: number) => `<a ${Array.from({ length: n }, (_, at) => `b${at}='c'`).join(" ")}/>`,
      extractXml,
      1_000,
    ],
  ] as [string, (n: number) => string, (text: string) => unknown, number][])("%s", (_, make, run, n) => {
    expect(timeGrowth(make, run, n)).toBeLessThan(MIN_QUADRATIC);
  });
});

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function rtf(text: string): unknown {
  return extractRtf(bytesOf(text));
}

function guessed(text: string): unknown {
  return detectCharset(bytesOf(text));
}
