import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExtractedText } from "../../src/ingestion/extract/extracted-text.ts";
import { extract, refusal } from "../support/fixtures/documents/extract.ts";

/** Reads a test file without a declared type and name, so that its bytes decide. */
async function read(name: string): Promise<ExtractedText> {
  return await extract(new Uint8Array(await readFile(join("test/documents", name))), "", "file");
}

describe("captions", () => {
  test("WebVTT becomes one paragraph per speaker with whole sentences, without notes, styles, times and markup", async () => {
    const { text, title, strategy } = await read("council.vtt");
    expect(text)
      .toBe(`Ada King: Good evening. The harbour bridge will be closed from the first of May until the end of July.

Tom O'Neill: Which ferry & bus replace it?

Ada King: Ferry line 7 runs every twelve minutes.`);
    expect({ title, strategy }).toEqual({ title: "Council meeting of 3 March", strategy: "captions" });
  });

  test("SubRip loses numbers and positions, even without a blank line between cues", async () => {
    const { text } = await read("interview.srt");
    expect(text).toMatch(
      /^ANNA: The kiln was built by my grandmother in 1931\.\n\nBORIS: How hot does it get\?\n\nANNA: At most 1280/,
    );
  });

  test("a rolling caption appears once, and a pause begins a paragraph", async () => {
    const cue = (from: string, to: string, ...lines: string[]): string =>
      `00:00:${from}.000 --> 00:00:${to}.000\n${lines.join("\n")}\n\n`;
    const { text } = await extract(
      `WEBVTT\n\n${cue("01", "02", "one")}${cue("02", "03", "one", "two")}${cue("10", "12", "three")}`,
      "text/vtt",
    );
    expect(text).toBe("one two\n\nthree");
  });

  test("a caption file without a cue stays unchanged", async () =>
    expect((await extract("WEBVTT\n\nnothing", "text/vtt")).text).toBe("WEBVTT\n\nnothing"));
});

describe("a calendar", () => {
  test("a calendar has one paragraph per entry with day, time, zone, place and people, from unfolded and unescaped lines", async () => {
    const { text, title } = await read("team.ics");
    expect(title).toBe("Harbour team");
    expect(text.split("\n\n")).toEqual([
      `Budget review, second reading: Tuesday, 24 November 2026, 10:00 to 11:30 (Europe/Berlin), at Room 5, Old Customs House.
Organizer: Ada King (ada@example.org).
Attendees: Tom O'Neill (tom@example.org), grace@example.org.
Bring the figures of the ferry.
The bridge repair is on page 4 of the draft; please read it.`,
      "Stocktaking: Wednesday, 30 December 2026 to Thursday, 31 December 2026.\nIt takes place every year, 5 times.",
      `Pump check: Monday, 2 November 2026, 06:00 to 06:45 (UTC).
It takes place every 2 weeks on Monday and Friday, until Friday, 31 December 2027, 00:00 (UTC).
Pump check is cancelled.`,
      "Order new ropes: due Saturday, 5 December 2026.",
    ]);
  });
});

describe("Rich Text Format", () => {
  test("RTF keeps headings, tables and notes, decodes code pages and Unicode, and omits other destinations", async () => {
    const { text, title } = await read("boathouse.rtf");
    expect(title).toBe("Rules of the boat house");
    expect(text).toBe(`# Rules of the boat house

The boat house opens at 6:30 in summer— and at eight in winter. Fees are due in café “Zur Schleuse”.

Note: Members under sixteen pay half.

## Fees

| Boat | Fee a month |
| --- | --- |
| Single scull | 12,50 € |
| Eight with cox | 40,00 € |

Лодки стоят у ворот. 日本

Ask the warden for the keys {both}.
Smile 😊.`);
  });

  test("RTF keeps the words of its shapes without their drawing properties", async () => {
    const shape = String.raw`{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 75}}{\sp{\sn pVertices}{\sv 8;2;(77,41)}}{\shptxt Boats\par}}}`;
    expect(
      (await extract(String.raw`{\rtf1 Sails and\par ${shape} oars}`, "application/rtf")).text.split(/\s+/),
    ).toEqual(["Sails", "and", "Boats", "oars"]);
  });

  test("RTF maps each symbol of Symbol and Wingdings to Unicode once, by font, code or field", async () => {
    const fonts = String.raw`{\fonttbl{\f0 Arial;}{\f3\fcharset2{\*\panose 0505}Symbol;}{\f4\fcharset2 Wingdings;}}`;
    const field = (shown: string): string =>
      String.raw`{\field{\*\fldinst { SYMBOL 98 \\f "Symbol" \\s 12}}{\fldrslt${shown}}}`;
    const signs = String.raw`{\f3 a\'a3}{\f4\'fc\'01}{\f3\u-3913 ?\plain b}`;
    const rtf = String.raw`{\rtf1\deff0${fonts}${signs} ${field("")}${field(String.raw`\f3 b`)} {\field{\*\fldinst PAGE}{\fldrslt 7}}}`;
    expect((await extract(rtf, "application/rtf")).text).toBe("α≤✓•b ββ 7");
  });

  test("an RTF file may be declared as Word", async () => {
    expect((await extract(String.raw`{\rtf1 Hello}`, "application/msword", "a.doc")).text).toBe("Hello");
  });

  test("the extractor rejects RTF without text or with excessive nesting and gives a remedy", async () => {
    expect((await refusal(String.raw`{\rtf1{\pict 00ff}}`, "application/rtf")).reason).toContain(
      "run text recognition",
    );
    expect((await refusal(String.raw`{\rtf1${"{".repeat(2_000)}a`, "application/rtf")).reason).toContain(
      "save it as DOCX or PDF",
    );
  });
});

describe("a message", () => {
  test("a message has its header fields, its text with quotations, and the names of its attachments", async () => {
    const { text, title } = await read("harbour.eml");
    expect(title).toBe("Harbour meeting – new date");
    expect(text).toBe(`- From: Ada King (Harbour) <ada@example.org>
- To: Tom O'Neill <tom@example.net>, Hopper, Grace <grace@example.net>
- Cc: office@example.org
- Date: Mon, 2 Mar 2026 09:12:00 +0100
- Subject: Harbour meeting – new date

Dear Tom,

the harbour meeting is on Thursday, 12 March 2026, at 14:00 in the café on pier 3. The crane costs 4,200 € a day.

> When is the meeting? And what does the crane cost?
> Tom

Ada

- Attachment: tide table.pdf (application/pdf)
`);
  });

  test("the extractor reads a message with only HTML as a page, in its own charset", async () => {
    const { text } = await read("newsletter.eml");
    expect(text).toContain("The café opens at nine. On Mondays it stays closed because the baker rests.");
    expect(text).not.toContain("color");
  });

  test("the extractor reads a message with many lines, and rejects excessive nesting of messages with a remedy", async () => {
    const head =
      'From: a@example.org\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nSee the plan.\r\n--b\r\n';
    const part =
      'Content-Type: image/png; name="plan.png"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n';
    const { text } = await extract(
      `${head}${part}${"QUJD".repeat(19)}\r\n`.concat("QUJD\r\n".repeat(60_000), "--b--\r\n"),
      "message/rfc822",
    );
    expect(text).toBe("- From: a@example.org\n\nSee the plan.\n\n- Attachment: plan.png (image/png)\n");
    expect(
      (await extract(`From: a@example.org\r\n\r\n${"a\r\n".repeat(50_000)}`, "message/rfc822")).text.length,
    ).toBe(100_023);
    expect(
      (await refusal("Content-Type: message/rfc822\r\n\r\n".repeat(500), "message/rfc822")).reason,
    ).toContain("Save it as PDF or text");
  });

  test("the extractor rejects a message with excessive nesting of parts and gives a remedy", async () => {
    const levels = 3_000;
    const nested = Array.from(
      { length: levels },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
    ).join("");
    expect((await refusal(`From: a@example.org\r\n${nested}\r\ntext`, "message/rfc822")).reason).toContain(
      "upload that",
    );
  });
});

test("a message with another text type has its text in the body and not as an attachment", async () => {
  const message = (fields: string): string =>
    `From: a@example.org\r\nSubject: Keys\r\n${fields}\r\n\r\n# Keys\r\n\r\nThe key hangs *inside*.\r\n`;
  for (const type of ["text/markdown; charset=utf-8", "text/x-rst", "text/asciidoc"]) {
    const { text, entryCount: members } = await extract(message(`Content-Type: ${type}`), "message/rfc822");
    expect([text.includes("The key hangs *inside*."), text.includes("Attachment"), members]).toEqual([
      true,
      false,
      0,
    ]);
  }
  for (const fields of [
    "Content-Type: text/csv",
    "Content-Type: text/markdown\r\nContent-Disposition: attachment; filename=keys.md",
  ]) {
    const { text, entryCount: members } = await extract(message(fields), "message/rfc822");
    expect([text.includes("The key hangs"), members]).toEqual([false, 1]);
  }
});

test("the extractor splits a mailbox at its dated lines if its messages have no header fields", async () => {
  const mailbox =
    "From envelope-sender Mon Jun 01 10:00:00 2009\nThe weir opens at six.\nFrom then on ships pass.\n\n" +
    "From envelope-sender Mon Jun 01 11:00:00 2010\nThe toll is 41 crowns.\n";
  const { text } = await extract(mailbox, "application/mbox", "a.mbox");
  for (const said of ["The weir opens at six.", "From then on ships pass.", "The toll is 41 crowns."])
    expect(text).toContain(said);
  expect(text).not.toContain("envelope-sender");
});
