import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { IMPORT_STATES, type ImportSource } from "../../../domain/import.ts";
import { idColumn, moment } from "./columns.ts";

/** Imports of archives. The id is the operation's. domain/import.ts parses the JSON. */
export const imports = sqliteTable(
  "imports",
  {
    id: idColumn("id", "op").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    requestedBy: idColumn("requested_by", "user").notNull(),
    requestedAt: moment("requested_at").notNull(),
    state: text("state", { enum: IMPORT_STATES }).notNull(),
    /** Source of the archives; "" before the job has read it. */
    sourceId: text("source_id").$type<ImportSource>().notNull().default(""),
    /** JSON list of `ImportPart`. */
    parts: text("parts").notNull(),
    /** The organization's quotas at the time of the request: JSON, `Quotas`. */
    quotas: text("quotas").notNull(),
    /** Number of written slices. Each slice asserts that it is the next one. */
    step: integer("step").notNull().default(0),
    /** JSON, `ImportProgress`. */
    progress: text("progress").notNull(),
    /** Counts of written records: JSON, `ImportCounts`. */
    counts: text("counts").notNull(),
    failureReason: text("failure_reason").notNull().default(""),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    uniqueIndex("imports_under_way")
      .on(table.organizationId)
      .where(sql`finished_at IS NULL`),
    index("imports_requester").on(table.requestedBy),
  ],
);
