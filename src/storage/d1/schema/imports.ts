import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { IMPORT_STATES, type ImportSource } from "../../../domain/import.ts";
import { idColumn, moment } from "./columns.ts";

/** Archives that are read in, or were. The id is that of the operation that asked for it. JSON is parsed by domain/import.ts. */
export const imports = sqliteTable(
  "imports",
  {
    id: idColumn("id", "op").primaryKey(),
    organizationId: idColumn("organization_id", "org").notNull(),
    requestedBy: idColumn("requested_by", "user").notNull(),
    requestedAt: moment("requested_at").notNull(),
    state: text("state", { enum: IMPORT_STATES }).notNull(),
    /** Whose archives they are; "" before that was read. */
    sourceId: text("source_id").$type<ImportSource>().notNull().default(""),
    /** JSON list of `ImportPart`. */
    parts: text("parts").notNull(),
    /** The quotas of the organization when it was asked for: JSON, `Quotas`. */
    quotas: text("quotas").notNull(),
    /** How many slices were written. Each asserts that it is the next one. */
    step: integer("step").notNull().default(0),
    /** JSON, `ImportProgress`. */
    progress: text("progress").notNull(),
    /** What was written so far: JSON, `ImportCounts`. */
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
