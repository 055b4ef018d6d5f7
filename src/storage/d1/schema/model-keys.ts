import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idColumn, moment } from "./columns.ts";

/** Encrypted provider keys of organizations for models that the operator configures, one per model. */
export const modelKeys = sqliteTable(
  "model_keys",
  {
    organizationId: idColumn("organization_id", "org").notNull(),
    /** Id of the model in the operator's settings. */
    model: text("model").notNull(),
    name: text("name").notNull(),
    /** Base URL of the API for which the owner stored the key. The service sends the key to no other URL. */
    address: text("address").notNull(),
    /** Id of the secret that encrypts the key. */
    kid: text("kid").notNull(),
    sealed: text("sealed").notNull(),
    /** Last four characters of the key; "" for short keys. */
    ending: text("ending").notNull(),
    givenBy: idColumn("given_by", "user").notNull(),
    givenAt: moment("given_at").notNull(),
    /** Time at which the provider first rejected the key. */
    refusedAt: moment("refused_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.model] }),
    index("model_keys_giver").on(table.givenBy),
    index("model_keys_secret").on(table.kid),
  ],
);
