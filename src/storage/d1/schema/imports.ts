import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { IMPORT_STATES, type ImportSource } from "../../../domain/import.ts";
import { idColumn, moment } from "./columns.ts";

/** Imports of archives. An import has the id of its operation. `domain/import.ts` parses the JSON columns. */
export const imports = sqliteTable(
  "imports",
  {
    id: idColumn("id", "op").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    requestedBy: idColumn("requested_by", "user").notNull(),
    requestedAt: moment("requested_at").notNull(),
    state: text("state", { enum: IMPORT_STATES }).notNull(),
    /** Source that produced the archives; "" before the job has read it. */
    sourceId: text("source_id").$type<ImportSource>().notNull().default(""),
    /** JSON list of `ImportPart`. */
    parts: text("parts").notNull(),
    /** The organization's quotas at the time of the request: `Quotas` as JSON. */
    quotas: text("quotas").notNull(),
    /** Number of written slices. Each slice asserts this number before it writes. */
    step: integer("step").notNull().default(0),
    /** Progress of the import: `ImportProgress` as JSON. */
    progress: text("progress").notNull(),
    /** Numbers of written records: `ImportCounts` as JSON. */
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
