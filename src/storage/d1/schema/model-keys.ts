import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idColumn, moment } from "./columns.ts";

/** Keys that organizations gave for models of the operator's list: sealed, one a model. */
export const modelKeys = sqliteTable(
  "model_keys",
  {
    organizationId: idColumn("organization_id", "org").notNull(),
    /** By which the settings name it. */
    model: text("model").notNull(),
    name: text("name").notNull(),
    /** The base of the API that it was given for; it is sent to no other. */
    address: text("address").notNull(),
    /** Of the secret that it is sealed with. */
    kid: text("kid").notNull(),
    sealed: text("sealed").notNull(),
    /** The last four characters; "" of a key that is too short for that. */
    ending: text("ending").notNull(),
    givenBy: idColumn("given_by", "user").notNull(),
    givenAt: moment("given_at").notNull(),
    /** When its provider first refused it. */
    refusedAt: moment("refused_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.model] }),
    index("model_keys_giver").on(table.givenBy),
    index("model_keys_secret").on(table.kid),
  ],
);
