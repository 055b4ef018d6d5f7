import { beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { ChangedExport, entryOf, importRejection, viewOf } from "../../support/fixtures/changed-export.ts";
import { archiveOf } from "../../support/http/imports.ts";

let origin: ChangedExport;
beforeAll(async () => {
  origin = await ChangedExport.make();
});

const NOTHING = { collections: 0, assets: 0, threads: 0, objectsOf: 1 };
const text = new TextEncoder();

const CHECKED: Readonly<
  Record<string, readonly [make: () => Promise<Uint8Array> | Uint8Array, reason: RegExp]>
> = {
  "no archive": [
    () => text.encode("Not a ZIP at all, but long enough to be looked at."),
    /^It is not an export archive/,
  ],
  "a few bytes": [() => text.encode("PK"), /^It is not an export archive/],
  "an archive that broke off": [() => origin.archive.slice(0, -30), /^It is not an export archive/],
  "bytes behind the archive": [() => new Uint8Array([...origin.archive, 1]), /^It is not an export archive/],
  "another archive": [async () => await archiveOf({ "a.txt": "A." }), /^It has no manifest/],
  "a manifest that is no JSON": [
    async () => await origin.changed({ "manifest.json": "{" }),
    /^Its manifest does not match/,
  ],
  "another version": [
    async () => await origin.changed({ "manifest.json": origin.manifest({ version: 3 }) }),
    /does not match export version 2: "version"/,
  ],
  "the export of a user": [
    async () =>
      await origin.changed({ "manifest.json": origin.manifest({ of: { kind: "user", id: newId("user") } }) }),
    /is the export of a user/,
  ],
  "a part without the one behind it": [
    async () => await origin.changed({ "manifest.json": origin.manifest({ next: newId("asset") }) }),
    /^The last part is missing/,
  ],
  "a part without the one before it": [
    async () => await origin.changed({ "manifest.json": origin.manifest({ after: newId("asset") }) }),
    /is not the next part/,
  ],
  "a manifest of a million lines": [
    async () =>
      await origin.changed({
        "manifest.json": `${origin.manifest({}).slice(0, -1)},"more":[${"0,\n".repeat(2_000_000)}0]}`,
      }),
    /"manifest.json" has more than/,
  ],
  "other counts of records": [
    async () => await origin.changed({ "manifest.json": origin.counts({ messages: 3 }) }),
    /names 3 messages, but it has 2/,
  ],
  "other counts of files": [
    async () => await origin.changed({ "manifest.json": origin.counts({ texts: 2 }) }),
    /names 2 texts, but it has 1/,
  ],
  "a file that is missing": [
    async () => await origin.changed({ [`texts/${origin.names.asset}/${origin.names.version}.txt`]: null }),
    /names 1 texts, but it has 0/,
  ],
  "a thread without its messages": [
    async () => await origin.changed({ [`threads/${origin.names.thread}.jsonl`]: null }),
    /the file of its messages is missing/,
  ],
  "messages of no thread": [
    async () => await origin.changed({ [`threads/${newId("thread")}.jsonl`]: "" }),
    /It has messages of 2 threads, but 1 threads/,
  ],
  "a record that is none": [
    async () =>
      await origin.changed({
        "assets.jsonl": origin.lines("assets.jsonl", (record) => ({ ...record, fileSize: "large" })),
      }),
    /^"assets.jsonl", line 1 is not a record of version 2: "fileSize" is wrong/,
  ],
  "an id of another kind": [
    async () =>
      await origin.changed({
        "assets.jsonl": origin.lines("assets.jsonl", (record) => ({ ...record, id: newId("user") })),
      }),
    /line 1 is not a record of version 2: "id"/,
  ],
  "a line that is no JSON": [
    async () => await origin.changed({ "threads.jsonl": "{\n" }),
    /^"threads.jsonl", line 1 is not JSON/,
  ],
  "a file that ends in the middle of a line": [
    async () => await origin.changed({ "threads.jsonl": "{}" }),
    /ends in the middle of a line/,
  ],
  "a line without an end": [
    async () => await origin.changed({ "threads.jsonl": new Uint8Array(3_000_000).fill(0x20) }),
    /"threads.jsonl" has a line of more than 1,500,000 bytes/,
  ],
  "a message longer than any": [
    async () => {
      const name = `threads/${origin.names.thread}.jsonl`;
      return await origin.changed({
        [name]: origin.lines(name, (record) => ({ ...record, content: "x".repeat(262_145) })),
      });
    },
    /^"threads.*line 1: "content" has more than 262,144/,
  ],
  "an asset with more than assets have": [
    async () =>
      await origin.changed({
        "assets.jsonl": origin.lines("assets.jsonl", (record) => ({
          ...record,
          keywords: Array(101).fill("x"),
        })),
      }),
    /^"assets.jsonl", line 1: "keywords" has more than 100/,
  ],
  "a thread with more than threads have": [
    async () => {
      const scope = Array.from({ length: 2_001 }, () => ({ kind: "asset", id: newId("asset") }));
      return await origin.changed({
        "threads.jsonl": origin.lines("threads.jsonl", (record) => ({ ...record, scope })),
      });
    },
    /^"threads.jsonl", line 1: "scope" has more than 2,000/,
  ],
  "files in another order": [
    async () => {
      const { "assets.jsonl": assets, "manifest.json": last, ...others } = origin.exported.files;
      return await archiveOf({ ...others, "assets.jsonl": assets!, "manifest.json": last! });
    },
    /"assets.jsonl" is at the wrong position in the archive/,
  ],
  "a checksum that is wrong": [
    () =>
      origin.tampered((bytes, list) =>
        viewOf(bytes).setUint32(entryOf(bytes, list, "threads.jsonl") + 16, 1, true),
      ),
    /^"threads.jsonl" is damaged/,
  ],
  "a size that is a lie": [
    () =>
      origin.tampered((bytes, list) => {
        const at = entryOf(bytes, list, "manifest.json");
        const size = viewOf(bytes).getUint32(at + 24, true) + 100;
        for (const field of [20, 24]) viewOf(bytes).setUint32(at + field, size, true);
      }),
    /is not at the offset in its list/,
  ],
  "files that overlap": [
    () =>
      origin.tampered((bytes, list) => {
        const [first, second] = [
          entryOf(bytes, list, "collections.jsonl"),
          entryOf(bytes, list, "access.jsonl"),
        ];
        viewOf(bytes).setUint32(second + 42, viewOf(bytes).getUint32(first + 42, true), true);
      }),
    /its files overlap/,
  ],
  "a file that is compressed": [
    () =>
      origin.tampered((bytes, list) =>
        viewOf(bytes).setUint16(entryOf(bytes, list, "assets.jsonl") + 10, 8, true),
      ),
    /is compressed or encrypted/,
  ],
  "a list of more files than there are": [
    () => origin.tampered((bytes) => viewOf(bytes).setUint16(bytes.length - 12, 60_000, true)),
    /more than 40,000 files/,
  ],
  "a name that its own header does not have": [
    () =>
      origin.tampered((bytes, list) => void (bytes[entryOf(bytes, list, "collections.jsonl") + 46] = 0x43)),
    /manifest names/,
  ],
};

for (const [what, [make, reason]] of Object.entries(CHECKED)) {
  test(`the import rejects ${what} before any write`, async () => {
    const { reason: told, content } = await importRejection(await make());
    expect(told).toMatch(reason);
    expect(content).toEqual(NOTHING);
  });
}
