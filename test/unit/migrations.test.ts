import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { statementsOf } from "../../scripts/lib/migrations.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

const FOLDER = join(PROJECT_ROOT, "migrations");
const COMMENTS = /^\s*--.*$/gm;
const WRITES_ROWS = /^(?:INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i;
/** Older than the rule that migrations write no rows (ADR 0002). */
const BEFORE_THE_RULE = ["0004", "0009", "0012", "0013", "0015", "0021", "0023", "0024", "0034", "0036", "0040", "0046"];

const schemaOf = (database: DatabaseSync): unknown[] => database.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name").all();

test("every migration has a mark between any two statements", () => {
  using whole = new DatabaseSync(":memory:");
  using parts = new DatabaseSync(":memory:");
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".sql"))) {
    const sql = readFileSync(join(FOLDER, name), "utf8");
    whole.exec(sql);
    // Takes the first statement of what it is given, and leaves the rest.
    for (const statement of statementsOf(sql)) parts.prepare(statement).run();
    expect([name, schemaOf(parts)]).toEqual([name, schemaOf(whole)]);
  }
});

test("no migration writes rows any more: what is there already is brought along in slices", () => {
  const writing = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql"))
    .filter((name) => {
      const statements = statementsOf(readFileSync(join(FOLDER, name), "utf8")).map((each) => each.replaceAll(COMMENTS, "").trim());
      return statements.some((each) => WRITES_ROWS.test(each));
    });
  expect(writing.map((name) => name.slice(0, 4)).toSorted()).toEqual(BEFORE_THE_RULE);
});
