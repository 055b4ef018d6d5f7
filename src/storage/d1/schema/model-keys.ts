import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idColumn, moment } from "./columns.ts";

/** Encrypted provider keys of organizations for the operator's models, one per model. */
export const modelKeys = sqliteTable(
  "model_keys",
  {
    organizationId: idColumn("organization_id", "org").notNull(),
    /** The model's id in the settings. */
    model: text("model").notNull(),
    name: text("name").notNull(),
    /** Base address of the API for which the key was given. The service sends the key to no other address. */
    address: text("address").notNull(),
    /** Id of the secret that encrypts it. */
    kid: text("kid").notNull(),
    sealed: text("sealed").notNull(),
    /** The last four characters; "" for short keys. */
    ending: text("ending").notNull(),
    givenBy: idColumn("given_by", "user").notNull(),
    givenAt: moment("given_at").notNull(),
    /** Time of the provider's first rejection. */
    refusedAt: moment("refused_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.model] }),
    index("model_keys_giver").on(table.givenBy),
    index("model_keys_secret").on(table.kid),
  ],
);
