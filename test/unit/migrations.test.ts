import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { statementsOf } from "../../scripts/lib/migrations.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

const FOLDER = join(PROJECT_ROOT, "migrations");

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
