import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { crc32 } from "../../src/domain/crc32.ts";
import { extractArchive } from "../../src/ingestion/extract/archive/extract-archive.ts";
import { safePath, UniquePaths } from "../../src/ingestion/extract/archive/unique-paths.ts";
import { listArchiveEntries } from "../../src/ingestion/extract/list-archive-entries.ts";
import { runToCompletion } from "../../src/text/cooperative-task.ts";
import { extract, refusal } from "../support/fixtures/documents/extract.ts";
import { makeMail } from "../support/fixtures/documents/mail.ts";
import { makeZip } from "../support/fixtures/documents/make-docx.ts";

const ZIP = "application/zip";

async function unpacked(
  content: string | Uint8Array,
  contentType: string,
  originalFileName = "file",
): Promise<Record<string, string>> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const entries = await listArchiveEntries({ bytes, contentType, originalFileName });
  return Object.fromEntries(
    entries.map((entry) => [entry.path, new TextDecoder().decode(runToCompletion(entry.bytes()))]),
  );
}

/** Sets the encryption flag of an entry. */
function encrypted(bytes: Uint8Array<ArrayBuffer>, name: string): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const row = Buffer.from(copy).lastIndexOf(name) - 46;
  copy[row + 8] = 1;
  return copy;
}

describe("a ZIP archive", () => {
  test("the extractor lists the files of a ZIP archive and returns each of them", async () => {
    const bytes = makeZip({
      "trip/plan.txt": "By ferry.",
      "trip/": "",
      "budget.csv": "a,b\n1,2\n",
      "__MACOSX/._plan": "x",
      "empty.txt": "",
    });
    const { text, entryCount, strategy, note } = await extract(bytes, "", "trip.zip");
    expect(note).toBe("1 of 3 files is not unpacked; the text says why.");
    expect(text).toBe(`Files in this archive: 3.

- trip/plan.txt (9 bytes)
- budget.csv (8 bytes)
- empty.txt (0 bytes): not unpacked, because it is empty
`);
    expect({ entryCount, strategy }).toEqual({ entryCount: 2, strategy: "archive" });
    expect(await unpacked(bytes, "", "trip.zip")).toEqual({
      "trip/plan.txt": "By ferry.",
      "budget.csv": "a,b\n1,2\n",
    });
  });

  test.each(["application/zip", "application/x-zip-compressed", "application/octet-stream"])(
    "the service detects a ZIP archive under the type %s",
    async (type) => {
      expect((await extract(makeZip({ "a.txt": "one" }), type, "files.zip")).strategy).toBe("archive");
    },
  );

  test("the service detects a ZIP archive by its bytes without a file name, and does not unpack it under another extension", async () => {
    expect((await extract(makeZip({ "a.txt": "one" }), "", "file")).strategy).toBe("archive");
    expect((await refusal(makeZip({ "a.txt": "one" }), "", "letter.pages")).reason).toContain(
      "cannot unpack archives of this kind",
    );
    expect((await refusal(makeZip({ "[Content_Types].xml": "<Types/>" }), ZIP)).reason).toContain(
      "cannot unpack archives of this kind",
    );
  });

  test.each([
    [
      "DOS",
      [
        [0x47, 0x72, 0x94, 0xe1, 0x65, 0x20, 0x81, 0x62, 0x65, 0x72],
        [0x8e, 0x99, 0x9a],
      ],
      ["Größe über", "ÄÖÜ"],
    ],
    ["DOS, one short word", [[0x4d, 0x81, 0x6c, 0x6c]], ["Müll"]],
    ["DOS, in Russian", [[0x8e, 0xe2, 0xe7, 0xf1, 0xe2]], ["Отчёт"]],
    [
      "Shift_JIS",
      [[0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x8e, 0x91, 0x97, 0xbf]],
      ["日本語の資料"],
    ],
    ["Shift_JIS, of two letters", [[0x95, 0xb6, 0x8f, 0xcd, 0x31]], ["文章1"]],
    ["GBK", [[0xd6, 0xd0, 0xce, 0xc4, 0xce, 0xc4, 0xb5, 0xb5]], ["中文文档"]],
    ["windows-1251", [[0xc4, 0xee, 0xe3, 0xee, 0xe2, 0xee, 0xf0]], ["Договор"]],
  ])("the extractor decodes a few short names in %s", async (_, names, told) => {
    // Placeholders of the same length as the encoded names, which replace them afterward.
    const places = names.map((name, at) => `${"x".repeat(name.length - 1)}${at}`);
    const bytes = Buffer.from(makeZip(Object.fromEntries(places.map((name) => [`${name}.txt`, "one"]))));
    for (const [at, name] of names.entries()) {
      for (let from = bytes.indexOf(places[at]!); from >= 0; from = bytes.indexOf(places[at]!))
        bytes.set(name, from);
    }
    expect(Object.keys(await unpacked(new Uint8Array(bytes), ZIP))).toEqual(
      told.map((name) => `${name}.txt`),
    );
  });

  test("the UTF-8 name in an extra field counts if its checksum matches", async () => {
    const zipped = (checksum: number): Uint8Array => {
      const utf8 = new TextEncoder().encode("Łódź.txt");
      const field = new Uint8Array([1, 0, 0, 0, 0, ...utf8]);
      new DataView(field.buffer).setUint32(1, checksum, true);
      return Uint8Array.from(
        zipSync({ "Lodz.txt": [new TextEncoder().encode("one"), { extra: { 0x7075: field } }] }),
      );
    };
    expect(Object.keys(await unpacked(zipped(crc32(new TextEncoder().encode("Lodz.txt"))), ZIP))).toEqual([
      "Łódź.txt",
    ]);
    expect(Object.keys(await unpacked(zipped(1), ZIP))).toEqual(["Lodz.txt"]);
  });

  test("an archive with one encrypted file yields the others, and a fully encrypted one yields a remedy", async () => {
    const bytes = encrypted(makeZip({ "a.txt": "one", "secret.txt": "two" }), "secret.txt");
    expect((await extract(bytes, ZIP)).text).toContain(
      "- secret.txt (3 bytes): not unpacked, because it is encrypted",
    );
    expect(Object.keys(await unpacked(bytes, ZIP))).toEqual(["a.txt"]);
    expect((await refusal(encrypted(makeZip({ a: "one" }), "a"), ZIP)).reason).toBe(
      "This archive is encrypted and cannot be read. Upload it without a password.",
    );
  });

  test("an archive with one damaged file yields the others", async () => {
    const bytes = makeZip({ "a.txt": "one", mimetyp: "x".repeat(5_000) });
    const row = Buffer.from(bytes).lastIndexOf("mimetyp") - 46;
    bytes[row + 16] = (bytes[row + 16] ?? 0) ^ 1;
    expect((await extract(bytes, ZIP)).text).toContain("not unpacked, because it is damaged");
    expect(Object.keys(await unpacked(bytes, ZIP))).toEqual(["a.txt"]);
  });

  test("the extractor rejects an archive without files", async () => {
    expect((await refusal(Uint8Array.from(zipSync({})), ZIP)).reason).toContain("has no files");
  });

  test("the text of an archive lists files beyond the limit of assets", async () => {
    const bytes = makeZip(Object.fromEntries(Array.from({ length: 503 }, (_, at) => [`${at}.txt`, "x"])));
    const { text, entryCount } = await extract(bytes, ZIP);
    expect([entryCount, text.match(/an archive gives at most 500 files/g)?.length]).toEqual([500, 3]);
    expect(Object.keys(await unpacked(bytes, ZIP))).toHaveLength(500);
  });

  test("the extractor unpacks at most 64 MiB and omits a ZIP bomb", async () => {
    const stored = (content: Uint8Array): [Uint8Array, { level: 0 }] => [content, { level: 0 }];
    const [part, small] = [new Uint8Array(20 * 1024 * 1024), new Uint8Array(5 * 1024 * 1024)];
    const bytes = zipSync({
      bomb: small,
      a: stored(part),
      b: stored(part),
      c: stored(part),
      d: stored(small),
      e: new Uint8Array(4),
    });
    const { text } = await extractArchive(bytes);
    expect(text).toContain(
      "- bomb (5,242,880 bytes): not unpacked, because its compression ratio is too high",
    );
    expect(text).toContain(
      "- d (5,242,880 bytes): not unpacked, because what stands before it comes to 64 MiB already",
    );
    expect(text).toContain("- e (4 bytes)\n");
  });

  test("the names of archive entries are safe and unique", async () => {
    const names = [
      "../../etc/passwd",
      "C:\\Windows\\a.txt",
      "/a.txt",
      "a.txt",
      "A.txt",
      "b\u202etxt.exe",
      "c\u0000\u0007.txt",
      "./d//e/../f.txt",
      "…/..",
    ];
    const bytes = makeZip(Object.fromEntries(names.map((name, at) => [name, `file ${at}`])));
    expect(Object.keys(await unpacked(bytes, ZIP))).toEqual([
      "etc/passwd",
      "Windows/a.txt",
      "a.txt",
      "a (2).txt",
      "A (3).txt",
      "btxt.exe",
      "c.txt",
      "d/e/f.txt",
      "…",
    ]);
  });

  test("the extractor decodes archive names in Shift_JIS and other legacy encodings", async () => {
    const name = Buffer.from(
      "82b182ea82cd89ef8b6382cc8b638e96985e82c582b7814182bb82b582c497888c8e82cc975c92e882c982c282a282c42e747874",
      "hex",
    );
    const plain = makeZip({ ["x".repeat(name.length)]: "one" });
    for (let at = plain.indexOf(0x78); at >= 0; at = plain.indexOf(0x78, at + name.length))
      plain.set(name, at);
    expect(Object.keys(await unpacked(plain, ZIP))).toEqual([
      "これは会議の議事録です、そして来月の予定について.txt",
    ]);
  });
});

describe("names of archive entries", () => {
  test("a name that is too long keeps its end", () => {
    const paths = new UniquePaths();
    const long = `${"folder/".repeat(60)}report.pdf`;
    const [first, second] = [paths.next(long, 1), paths.next(long, 2)];
    expect([first.length, second.length]).toEqual([245, 249]);
    expect([first.endsWith("folder/report.pdf"), second.endsWith("folder/report (2).pdf")]).toEqual([
      true,
      true,
    ]);
  });

  test("an empty name becomes a number", () =>
    expect([safePath("../.."), new UniquePaths().next("../..", 7)]).toEqual(["", "file 7"]));
});

describe("a message", () => {
  const attached = [
    { name: "minutes.txt", type: "text/plain", content: "The bridge reopens in July." },
    { name: "=?utf-8?B?w5xiZXJzaWNodC5jc3Y=?=", type: "application/octet-stream", content: "a,b\n" },
    { name: "logo.png", type: "image/png", content: "png", disposition: "inline" as const },
  ];

  test("a message yields its text, with the name of the part, and its attachments", async () => {
    const mail = makeMail("Harbour bridge", "See the minutes.", attached);
    const { text, title, spans, entryCount } = await extract(mail, "message/rfc822");
    expect(text).toContain("See the minutes.");
    expect(spans).toEqual([
      { start: 0, end: text.length, locator: { kind: "part", part: 1, title: "Harbour bridge" } },
    ]);
    expect([title, entryCount]).toEqual(["Harbour bridge", 3]);
    expect(await unpacked(mail, "message/rfc822")).toEqual({
      "minutes.txt": "The bridge reopens in July.",
      "Übersicht.csv": "a,b\n",
      "logo.png": "png",
    });
  });

  test("the attachments of a message omit signatures, empty files and the pictures in its HTML", async () => {
    const related = makeMail("x", "y", [attached[2]!])
      .replace("multipart/mixed", "multipart/related")
      .replace('name="logo.png"\r\n', 'name="logo.png"\r\nContent-ID: <logo>\r\n');
    expect(await unpacked(related, "message/rfc822")).toEqual({});
    const signed = makeMail("x", "y", [
      { name: "smime.p7s", type: "application/pkcs7-signature", content: "sig" },
      { name: "e", type: "image/png", content: "" },
    ]);
    expect(await unpacked(signed, "message/rfc822")).toEqual({});
  });

  test("the attachments of a message include those of a forwarded message", async () => {
    const inner = makeMail("Inner", "Look.", [attached[0]!]).replaceAll("cut", "inner-cut");
    const outer = makeMail("Outer", "Forwarded.", []).replace(
      "--cut--",
      `--cut\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--cut--`,
    );
    expect(await unpacked(outer, "message/rfc822")).toEqual({ "minutes.txt": "The bridge reopens in July." });
  });

  test("the extractor decodes quoted-printable and unencoded attachments", async () => {
    const mail = (encoding: string, body: string): string =>
      `MIME-Version: 1.0\r\nFrom: a@b.example\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--cut--\r\n`;
    expect(await unpacked(mail("quoted-printable", "caf=C3=A9,=\r\none=3D1"), "message/rfc822")).toEqual({
      "a.csv": "café,one=1",
    });
    expect(await unpacked(mail("8bit", "one,two\r\n3,4"), "message/rfc822")).toEqual({
      "a.csv": "one,two\r\n3,4",
    });
  });
});

test("a mailbox has one part per message and the attachments of each message", async () => {
  const file = (text: string) => [{ name: "note.txt", type: "text/plain", content: text }];
  const mails = [
    makeMail("One", "First text.", file("first")),
    makeMail("Two", "Second text.\r\n>From me", file("second")),
  ];
  const mbox = mails.map((mail) => `From ada@example.org Mon Mar  2 10:00:00 2026\r\n${mail}\r\n`).join("");
  const { text, spans, strategy } = await extract(mbox, "", "old.mbox");
  expect(strategy).toBe("mbox");
  expect(
    spans?.map(({ start, end, locator }) => [text.slice(start, end).includes("First text."), locator]),
  ).toEqual([
    [true, { kind: "part", part: 1, title: "One" }],
    [false, { kind: "part", part: 2, title: "Two" }],
  ]);
  expect(await unpacked(mbox, "application/mbox")).toEqual({ "note.txt": "first", "note (2).txt": "second" });
});
