import { appendFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { frozenMigrations } from "../../scripts/lib/release/frozen-migrations.ts";
import { newFolder } from "../support/fixtures/folders.ts";

async function copyOfMigrations(): Promise<string> {
  const folder = await newFolder();
  cpSync(join(PROJECT_ROOT, "migrations"), folder, { recursive: true });
  return folder;
}

test("no released migration has changed", () => {
  expect(frozenMigrations().changed).toEqual([]);
});

test("a released migration that changes or goes is found, and a new one is not frozen yet", async () => {
  const folder = await copyOfMigrations();
  appendFileSync(join(folder, "0002_sessions.sql"), "\n");
  rmSync(join(folder, "0004_collections_with_members.sql"));
  writeFileSync(join(folder, "9999_new.sql"), "CREATE TABLE new (id TEXT);\n");
  const { changed, unreleased } = frozenMigrations(folder);
  expect(changed).toEqual(["0002_sessions.sql", "0004_collections_with_members.sql"]);
  expect(unreleased).toContain("9999_new.sql");
});
