import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { chunkText } from "../../../src/ingestion/chunk/chunk-text.ts";
import type { ResourceUsage } from "./resource-usage.ts";

const DOCUMENTS_PER_TRANSACTION = 100;

/** Inserts the chunks of these texts into a SQLite full-text table: no server, no access checks, no files. */
export function insertRawFts(texts: readonly string[], scratch: string): ResourceUsage {
  const chunked = texts.map((text) => chunkText(text, []).map((chunk) => chunk.text));
  const path = join(scratch, "raw.sqlite");
  rmSync(path, { force: true });
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE chunk_fts USING fts5(title, body)");
  const insert = database.prepare("INSERT INTO chunk_fts (title, body) VALUES (?, ?)");
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  for (let first = 0; first < chunked.length; first += DOCUMENTS_PER_TRANSACTION) {
    database.exec("BEGIN");
    for (const chunks of chunked.slice(first, first + DOCUMENTS_PER_TRANSACTION))
      for (const chunk of chunks) insert.run("document", chunk);
    database.exec("COMMIT");
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1_000;
  database.close();
  return { seconds, cpuMs: (user + system) / 1_000 };
}
