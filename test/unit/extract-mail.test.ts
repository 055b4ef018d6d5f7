import { describe, expect, test } from "vitest";
import { listArchiveEntries } from "../../src/ingestion/extract/list-archive-entries.ts";
import { mboxMessages } from "../../src/ingestion/extract/mail/mbox-messages.ts";
import { decompressRtf } from "../../src/ingestion/extract/mail/tnef/decompress-rtf.ts";
import { runToCompletion } from "../../src/text/cooperative-task.ts";
import { extract } from "../support/fixtures/documents/extract.ts";
import { makeProperties, makeTnef } from "../support/fixtures/documents/tnef.ts";

const MAIL = "message/rfc822";
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the text after the header fields of a message. */
async function bodyOf(content: string | Uint8Array): Promise<string> {
  const { text } = await extract(content, MAIL);
  return text.replace(/^(?:- \w+: .*\n)+\n?/, "").trim();
}

const alternative = (plain: string, html: string): string =>
  [
    "From: a@example.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b",
    `Content-Type: text/plain; charset=utf-8\n\n${plain}\n--b`,
    `Content-Type: text/html; charset=utf-8\n\n${html}\n--b--\n`,
  ].join("\n");
const WEIR = "Dear all, the lock at Marrow Weir closes on 9 March. The toll rises to 41 crowns on 1 April.";

describe("the extractor keeps one of two equivalent alternatives, plain text or HTML, with more text", () => {
  test.each([
    [
      "a plain part that asks for another program",
      "Your e-mail program cannot show HTML. Open this message in a browser.",
      WEIR,
      WEIR,
    ],
    ["a plain part that is cut", "Dear all, the lock at Marrow Weir closes on ...", WEIR, WEIR],
    ["a plain part that is empty", "", WEIR, WEIR],
    ["a page that says less", WEIR, "Dear all,", WEIR],
    [
      "a page that says as much",
      `${WEIR}\n\nhttps://example.org/weir/9f3a`,
      WEIR,
      `${WEIR}\n\nhttps://example.org/weir/9f3a`,
    ],
  ])("%s", async (_, plain, html, told) => {
    expect(await bodyOf(alternative(plain, `<html><body><p>${html}</p></body></html>`))).toBe(told);
  });

  test("the extractor keeps both alternatives if they have little in common", async () => {
    const words = (letter: string): string =>
      Array.from({ length: 60 }, (_, at) => `${letter}${at}`).join(" ");
    const body = await bodyOf(alternative(words("p"), `<html><body><p>${words("h")}</p></body></html>`));
    expect(body).toBe(`${words("p")}\n\n${words("h")}`);
  });

  test("the extractor reads nested alternatives as one text", async () => {
    const inner = alternative("Short.", `<html><body><p>${WEIR}</p></body></html>`).replace(
      "From: a@example.org\nMIME-Version: 1.0\n",
      "",
    );
    const outer = `From: a@example.org\nContent-Type: multipart/alternative; boundary=o\n\n--o\n\nShort.\n--o\n${inner}\n--o--\n`;
    expect(await bodyOf(outer)).toBe(WEIR);
  });
});

describe("encodings of messages", () => {
  const html =
    '<html><head><meta charset="iso-8859-1"></head><body><p>R=F8dgr=F8d p=E5 =C6r=F8.</p></body></html>'.replace(
      '="',
      '=3D"',
    );

  test.each([
    [
      "a page that names its own",
      `From: a@example.org\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n${html}`,
      "Rødgrød på Ærø.",
    ],
    [
      "one of DOS",
      "From: a@example.org\nContent-Type: text/plain; charset=cp850\nContent-Transfer-Encoding: base64\n\nR3KU4WUggWJlciBhbGxlcw==",
      "Größe über alles",
    ],
    [
      "one of the Macintosh",
      latin1("From: a@example.org\nContent-Type: text/plain; charset=x-mac-ce\n\nP\xde\x92\xe4t\x92 \xe4aty"),
      "Příští šaty",
    ],
    ["none that is declared", latin1("From: a@example.org\n\nDer Fl\xfcgel f\xe4llt."), "Der Flügel fällt."],
    [
      "ASCII that is declared and is not meant",
      utf8("From: a@example.org\nContent-Type: text/plain; charset=us-ascii\n\nGröße"),
      "Größe",
    ],
  ])("%s", async (_, message, told) => expect(await bodyOf(message)).toEqual(told));

  test.each(["utf-16le", "utf-16be"])(
    "the extractor decodes a message saved in %s for any charset that its parts declare",
    async (encoding) => {
      const text =
        "\ufeffFrom: Ada <a@example.org>\r\nSubject: Ærø\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nLaid in 1911 på Ærø.\r\n";
      const bytes = new Uint8Array(Buffer.from(text, "utf16le"));
      if (encoding === "utf-16be") Buffer.from(bytes.buffer).swap16();
      expect((await extract(bytes, MAIL)).text).toBe(
        "- From: Ada <a@example.org>\n- Subject: Ærø\n\nLaid in 1911 på Ærø.\n",
      );
    },
  );

  test.each([
    [
      "cut inside a letter",
      "=?utf-8?B?w5xiZXJmww==?= =?utf-8?B?vGhydW5nIMO8YmVyIEvDtmxu?=",
      "Überführung über Köln",
    ],
    [
      "cut inside a letter, folded, quoted",
      "=?utf-8?Q?=C3=9Cberf=C3?=\r\n =?utf-8?q?=BChrung_von_A?=",
      "Überführung von A",
    ],
    ["of DOS", "=?cp850?B?R3KU4WUg?=", "Größe"],
    ["of two charsets side by side", "=?iso-8859-1?Q?=DCber?= =?utf-8?Q?=20K=C3=B6ln?=", "Über Köln"],
    ["beside plain words", "Re: =?utf-8?Q?K=C3=B6ln?= today", "Re: Köln today"],
  ])("the extractor decodes encoded words %s", async (_, subject, told) => {
    expect((await extract(`From: a@example.org\r\nSubject: ${subject}\r\n\r\nx`, MAIL)).title).toBe(told);
  });

  test("a comma in an encoded name does not split addresses", async () => {
    const { text } = await extract("From: =?cp850?Q?K=94nig=2C_Ada?= <a@example.org>\n\nx", MAIL);
    expect(text).toContain("- From: König, Ada <a@example.org>\n");
  });
});

test("a soft line break does not end a paragraph, and quotes stay separate", async () => {
  const flowed = "Content-Type: text/plain; charset=utf-8; format=flowed";
  const text = "one line that \ngoes on\n> said \n> before\n-- \nAda";
  expect(await bodyOf(`From: a@example.org\n${flowed}\n\n${text}`)).toBe(
    "one line that goes on\n> said before\n-- \nAda",
  );
  expect(await bodyOf(`From: a@example.org\n${flowed}; delsp=yes\n\nhar \nbour`)).toBe("harbour");
});

describe("a mailbox", () => {
  const envelope = (name: string): string => `From ${name}@example.org Mon Mar  2 10:00:00 2026\n`;
  const messages = (mbox: string): string[] =>
    [...mboxMessages(utf8(mbox))].map((bytes) => new TextDecoder().decode(bytes));

  test("a message of a mailbox starts at an envelope line, not at a paragraph that begins with From", () => {
    const first =
      "Subject: one\n\nThe weir.\n\nFrom the second paragraph on we speak of kelp.\n\nFrom 1998 to 2004 it was closed.\n\n";
    expect(messages(`${envelope("ada")}${first}${envelope("ben")}Subject: two\n\nx\n`)).toEqual([
      first,
      "Subject: two\n\nx\n",
    ]);
  });

  test("a short envelope line separates two messages", () => {
    expect(messages("From ada\nSubject: one\n\na\n\nFrom -\nSubject: two\n\nb\n")).toEqual([
      "Subject: one\n\na\n\n",
      "Subject: two\n\nb\n",
    ]);
  });

  test("the extractor unescapes lines that begin with >From", () => {
    expect(
      messages(`${envelope("ada")}Subject: one\n\n>From here on.\n>>From there.\n> From nobody\n`),
    ).toEqual(["Subject: one\n\nFrom here on.\n>From there.\n> From nobody\n"]);
  });

  test("the note counts the unreadable messages of a mailbox", async () => {
    const deep = Array.from(
      { length: 80 },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
    ).join("");
    const { note, text } = await extract(
      `${envelope("ada")}Subject: one\n\na\n\n${envelope("ben")}${deep}\nx\n`,
      "application/mbox",
    );
    expect(text).toContain("Subject: one");
    expect(note).toBe("1 message could not be read and is left out.");
  });
});

describe("an Outlook message in winmail.dat", () => {
  const mail = (tnef: Uint8Array, plain = ""): string =>
    [
      "From: a@example.org\nContent-Type: multipart/mixed; boundary=m\n\n--m",
      `Content-Type: text/plain\n\n${plain}\n--m`,
      'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n',
      `${Buffer.from(tnef).toString("base64")}\n--m--\n`,
    ].join("\n");
  const [BODY, PROPERTIES] = [0x0002_800c, 0x0006_9003];
  const said = "The winch costs 7,410 and ships on 12 May.";

  test("the text of a winmail.dat comes from its plain text, HTML or RTF", async () => {
    const rtf = (text: string): Uint8Array => {
      const head = Buffer.alloc(16);
      head.writeUInt32LE(text.length, 4);
      head.write("MELA", 8);
      return new Uint8Array(Buffer.concat([head, Buffer.from(text)]));
    };
    const ways: readonly (readonly [number, Uint8Array])[] = [
      [BODY, utf8(`${said}\0`)],
      [PROPERTIES, makeProperties([[0x1f, 0x1000, new Uint8Array(Buffer.from(said, "utf16le"))]])],
      [PROPERTIES, makeProperties([[0x102, 0x1013, utf8(`<html><body><p>${said}</p></body></html>`)]])],
      [PROPERTIES, makeProperties([[0x102, 0x1009, rtf(`{\\rtf1 ${said}}`)]])],
    ];
    for (const way of ways) expect(await bodyOf(mail(makeTnef([way])))).toBe(said);
    expect(await bodyOf(mail(makeTnef(ways), said))).toBe(said);
    expect(await bodyOf(mail(makeTnef(ways), "The winch"))).toBe(said);
  });

  test("the extractor returns the files of a winmail.dat with their names", async () => {
    const names = makeProperties([[0x1f, 0x3707, new Uint8Array(Buffer.from("Größe.txt", "utf16le"))]]);
    const tnef = makeTnef([
      [BODY, utf8(said)],
      [0x0006_9002, new Uint8Array(14)],
      [0x0001_8010, utf8("GROE~1.TXT\0")],
      [0x0006_800f, utf8("41 metres")],
      [0x0006_9005, names],
    ]);
    const { text, entryCount } = await extract(mail(tnef), MAIL);
    expect([text.includes("winmail"), text.includes("- Attachment: Größe.txt"), entryCount]).toEqual([
      false,
      true,
      1,
    ]);
    const [member] = await listArchiveEntries({
      bytes: utf8(mail(tnef)),
      contentType: MAIL,
      originalFileName: "a.eml",
    });
    expect([member?.path, new TextDecoder().decode(runToCompletion(member!.bytes()))]).toEqual([
      "Größe.txt",
      "41 metres",
    ]);
  });

  test("the text lists a damaged winmail.dat as a file, and the note reports a truncated one", async () => {
    expect((await extract(mail(utf8("no such thing")), MAIL)).text).toContain("- Attachment: winmail.dat");
    const { text, note } = await extract(mail(makeTnef([[BODY, utf8(said)]]).subarray(0, 40)), MAIL);
    expect(text).toContain("The winch costs");
    expect(note).toBe("1 file winmail.dat is damaged: its end was not read.");
  });

  test("the RTF decompressor reads the example of its specification, and any prefix of it", () => {
    const hex =
      "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0";
    const bytes = new Uint8Array(Buffer.from(hex, "hex"));
    expect(new TextDecoder().decode(decompressRtf(bytes) ?? new Uint8Array())).toBe(
      "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
    );
    for (let end = 0; end < bytes.length; end += 1)
      expect(() => decompressRtf(bytes.subarray(0, end))).not.toThrow();
  });
});

test("the note of a message counts the unread parts and gives the reasons", async () => {
  const part = (fields: string, body: string): string => `--m\n${fields}\n\n${body}\n`;
  const mixed = (parts: string): string =>
    `From: a@example.org\nContent-Type: multipart/mixed; boundary=m\n\n${parts}--m--\n`;
  const binary = part(
    "Content-Type: text/plain\nContent-Transfer-Encoding: base64",
    Buffer.from([1, 2, 3, 4, 5, 6]).toString("base64"),
  );
  expect((await extract(mixed(part("", "Words.") + binary), MAIL)).note).toBe(
    "1 part declared as text could not be read, because the bytes are not text.",
  );
  const files = Array.from({ length: 103 }, (_, at) =>
    part(`Content-Type: image/png; name="${at}.png"`, "x"),
  ).join("");
  expect((await extract(mixed(part("", "Words.") + files), MAIL)).note).toBe(
    "3 attachments beyond the first 100 of a message are not named. 3 attachments beyond the first 100 are not unpacked.",
  );
  expect(
    (await extract(mixed(part("Content-Type: application/pkcs7-mime; name=smime.p7m", "MIIB")), MAIL)).note,
  ).toBe("The text of 1 message is encrypted and was not read.");
  expect((await extract(mixed(part("", "Words.")), MAIL)).note).toBe("");
});
