import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { cleanFile, isBusy } from "../../scripts/lib/stores/clean-file.ts";
import { readNote, writeNote } from "../../scripts/lib/stores/cleaning-note.ts";
import { StoreCleaner } from "../../scripts/lib/stores/store-cleaner.ts";
import { newFolder } from "../support/fixtures/folders.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const SECRET = "quixotic";

/** A database of rows and words, some of them deleted. */
async function makeStore(): Promise<{
  readonly folder: string;
  readonly storage: string;
  readonly file: string;
}> {
  const folder = await newFolder();
  const storage = join(folder, "v3");
  mkdirSync(storage);
  const file = join(storage, "one.sqlite");
  const database = new DatabaseSync(file);
  database.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE note (text TEXT); CREATE VIRTUAL TABLE words USING fts5(text)",
  );
  for (let nth = 0; nth < 200; nth += 1) {
    const text =
      nth % 2 === 0 ? `A ${SECRET} plan, part ${nth}. ${"More of it. ".repeat(30)}` : `Kept ${nth}.`;
    database.prepare("INSERT INTO note VALUES (?)").run(text);
    database.prepare("INSERT INTO words VALUES (?)").run(text);
  }
  database.exec(
    `DELETE FROM note WHERE text LIKE '%${SECRET}%'; DELETE FROM words WHERE text MATCH '${SECRET}'`,
  );
  database.close();
  return { folder, storage, file };
}

const holdsSecret = (file: string): boolean => readFileSync(file, "latin1").includes(SECRET);

test("a start cleans every file once, and keeps existing rows", async () => {
  const { folder, storage, file } = await makeStore();
  expect(holdsSecret(file)).toBe(true);
  new StoreCleaner(folder, storage).cleanAll();
  expect(holdsSecret(file)).toBe(false);
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare("SELECT count(*) AS n FROM note").get()).toEqual({ n: 100 });
  expect(database.prepare("SELECT count(*) AS n FROM words WHERE words MATCH 'kept'").get()).toEqual({
    n: 100,
  });
  database.close();
  const first = readNote(folder).cleanedAt;
  new StoreCleaner(folder, storage).cleanAll();
  expect(readNote(folder).cleanedAt).toBe(first);
});

test("the next start completes a request from before a crash", async () => {
  const { folder, storage, file } = await makeStore();
  writeNote(folder, { requestedAt: 9, cleanedAt: 5 });
  new StoreCleaner(folder, storage).cleanAll();
  expect([holdsSecret(file), readNote(folder).cleanedAt > 9]).toEqual([false, true]);
});

test("a file with a writer is busy, and stays intact", async () => {
  const { file } = await makeStore();
  const writer = new DatabaseSync(file);
  writer.exec("BEGIN IMMEDIATE; INSERT INTO note VALUES ('late')");
  let thrown: unknown;
  try {
    cleanFile(file, () => expect.unreachable());
  } catch (error) {
    thrown = error;
  }
  expect(isBusy(thrown)).toBe(true);
  writer.exec("COMMIT");
  expect(writer.prepare("SELECT count(*) AS n FROM note").get()).toEqual({ n: 101 });
  writer.close();
});

test("a file that is no database does not stop the start, and its cleaning stays pending", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { folder, storage, file } = await makeStore();
  writeFileSync(join(storage, "broken.sqlite"), "This is no database. ".repeat(100));
  const cleaner = new StoreCleaner(folder, storage);
  cleaner.cleanAll();
  expect({ holdsSecret: holdsSecret(file), cleanedAt: cleaner.cleanedAt() }).toEqual({
    holdsSecret: false,
    cleanedAt: null,
  });
});
