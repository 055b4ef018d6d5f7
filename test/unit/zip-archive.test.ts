import { describe, expect, test } from "vitest";
import { ZipArchive } from "../../src/ingestion/extract/zip/zip-archive.ts";
import { ZIP_LIMITS } from "../../src/ingestion/extract/zip/zip-limits.ts";
import { runToCompletion } from "../../src/text/cooperative-task.ts";
import { makeZip } from "../support/fixtures/documents/make-docx.ts";
import { reasonOf } from "../support/assertions/reason-of.ts";

const text = (zip: ZipArchive, name: string): string =>
  new TextDecoder().decode(runToCompletion(zip.bytesOf(name)));

/** Returns a view of an entry's row in the central directory. */
function rowOf(bytes: Uint8Array, name: string): DataView {
  const at = Buffer.from(bytes).lastIndexOf(name) - 46;
  return new DataView(bytes.buffer, at);
}

describe("an archive", () => {
  test("an archive lists its files without folders", () => {
    const zip = new ZipArchive(
      makeZip({ "a.txt": "one", mimetype: "stored", "dir/": "", "dir/b": "x".repeat(200_000) }),
    );
    expect(zip.names.toSorted()).toEqual(["a.txt", "dir/b", "mimetype"]);
    expect([text(zip, "a.txt"), text(zip, "mimetype"), text(zip, "dir/b").length]).toEqual([
      "one",
      "stored",
      200_000,
    ]);
    expect(reasonOf(() => text(zip, "c"))).toContain("has no c");
  });

  test("an archive may use ZIP64", () => {
    const plain = makeZip({ mimetype: "stored" });
    const row = Buffer.from(plain).lastIndexOf("mimetype") - 46;
    const field = new Uint8Array(20);
    new DataView(field.buffer).setUint16(0, 1, true);
    new DataView(field.buffer).setUint16(2, 16, true);
    new DataView(field.buffer).setBigUint64(4, 6n, true);
    new DataView(field.buffer).setBigUint64(12, 6n, true);
    const bytes = Uint8Array.from([...plain.subarray(0, row + 54), ...field, ...plain.subarray(row + 54)]);
    const view = new DataView(bytes.buffer, row);
    view.setUint32(20, 0xffffffff, true);
    view.setUint32(24, 0xffffffff, true);
    view.setUint16(30, 20, true);
    expect(text(new ZipArchive(bytes), "mimetype")).toBe("stored");
    view.setBigUint64(54 + 4, 2n ** 60n, true);
    expect(reasonOf(() => new ZipArchive(bytes))).toContain("damaged");
  });

  test("the reader rejects an archive truncated at any byte as damaged", () => {
    const bytes = makeZip({ "a.txt": "one", "b.txt": "two" });
    for (let length = 0; length < bytes.length; length += 1)
      expect(reasonOf(() => new ZipArchive(bytes.slice(0, length)))).toContain("damaged");
  });
});

describe("an archive that the reader rejects", () => {
  test("the reader rejects a bomb by its declared sizes, before unpacking", () => {
    const bytes = makeZip({ a: new Uint8Array(1024) });
    rowOf(bytes, "a").setUint32(24, 100 * 1024 * 1024, true);
    expect(reasonOf(() => text(new ZipArchive(bytes), "a"))).toContain("64 MiB");
  });

  test("the reader rejects an entry that exceeds its declared size, at that size", () => {
    const bytes = makeZip({ a: new Uint8Array(5 * 1024 * 1024) });
    rowOf(bytes, "a").setUint32(24, 1_000, true);
    const zip = new ZipArchive(bytes);
    let pieces = 0;
    expect(
      reasonOf(() => {
        for (const piece of zip.pieces("a")) pieces += piece.length;
      }),
    ).toContain("larger than it says");
    expect(pieces).toBe(0);
  });

  test("the reader rejects entries whose total is too large, and a small entry that expands too much", () => {
    const half = new Uint8Array(800 * 1024);
    for (let at = 0; at < half.length; at += 7) half[at] = at % 251;
    const zip = new ZipArchive(makeZip({ a: half, b: half }), { ...ZIP_LIMITS, inflatedBytes: 1024 * 1024 });
    expect(text(zip, "a")).toHaveLength(half.length);
    expect(reasonOf(() => text(zip, "b"))).toContain("unpacks to more than 1 MiB");
    expect(
      reasonOf(() => text(new ZipArchive(makeZip({ a: new Uint8Array(3 * 1024 * 1024) })), "a")),
    ).toContain("compression ratio");
  });

  test("the reader rejects too many entries", () => {
    const members = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`m${at}`, ""]));
    expect(new ZipArchive(makeZip(members), { ...ZIP_LIMITS, entries: 11 }).names).toHaveLength(11);
    expect(reasonOf(() => new ZipArchive(makeZip(members), { ...ZIP_LIMITS, entries: 10 }))).toContain(
      "more than 10 parts",
    );
  });

  test.each(["../a", "a/../../b", "/etc/passwd", "C:/a", "..\\a", "a\0b"])(
    "the reader rejects a name that escapes the archive: %j",
    (name) => {
      expect(reasonOf(() => new ZipArchive(makeZip({ [name]: "x" })))).toContain("leads outside");
    },
  );

  test("the reader rejects encrypted entries, overlapping entries and other compression methods", () => {
    const encrypted = makeZip({ aaaa: "x" });
    rowOf(encrypted, "aaaa").setUint16(8, 1, true);
    expect(reasonOf(() => new ZipArchive(encrypted))).toContain("password");
    const overlapping = makeZip({ aaaa: "x".repeat(50), bbbb: "y".repeat(50) });
    rowOf(overlapping, "bbbb").setUint32(42, 0, true);
    expect(reasonOf(() => new ZipArchive(overlapping))).toContain("overlap");
    const other = makeZip({ aaaa: "x" });
    rowOf(other, "aaaa").setUint16(10, 14, true);
    expect(reasonOf(() => text(new ZipArchive(other), "aaaa"))).toContain("unsupported compression");
  });

  test("the reader rejects bytes with a wrong checksum", () => {
    const bytes = makeZip({ mimetype: "stored" });
    bytes[Buffer.from(bytes).indexOf("stored")] = 0x53;
    expect(reasonOf(() => text(new ZipArchive(bytes), "mimetype"))).toContain("damaged");
  });
});
